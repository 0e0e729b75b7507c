import type { PieceArt } from '../../learn/pieceArt'
import { cardName, markOf } from './art/cards'
import BookPiece from './BookPiece.svelte'
import { levelOf } from './level'
import { cardsOf } from './moves'

export const art: PieceArt = {
  Piece: BookPiece,
  name: (card, table, lang) => cardName(card, markOf(card, levelOf(table), `H${levelOf(table)}`), lang),
  ofMove: cardsOf,
}
