import { spread, type PieceArt } from '../../learn/pieceArt'
import BookPiece from './BookPiece.svelte'
import { words as w } from './i18n'
import { name } from './pieces'

export const art: PieceArt = {
  Piece: BookPiece,
  name: (piece, _table, lang) => (piece === '?' ? w.covered : piece === '|' ? w.pillar1 : name(piece))[lang],
  laid: (own) => [{ label: w.coveredWith, pieces: spread(own.covered) }],
}
