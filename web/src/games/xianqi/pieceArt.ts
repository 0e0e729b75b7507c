import { spread, type PieceArt } from '../../learn/pieceArt'
import { fill } from '../../lib/i18n.svelte'
import BookPiece from './BookPiece.svelte'
import { words as w } from './i18n'
import { name, read } from './pieces'

export const art: PieceArt = {
  Piece: BookPiece,
  name: (piece, _table, lang) => (piece === '|' ? fill(w.pillars[lang], { n: 1 }) : (piece === '?' ? w.covered : name(piece))[lang]),
  ofMove: (move) => read(move).types,
  laid: (own) => [{ label: w.coveredWith, pieces: spread(own.covered) }],
}
