import type { PieceArt } from '../../learn/pieceArt'
import { tileName } from './art/tiles'
import BookPiece from './BookPiece.svelte'
import { words as w } from './i18n'
import { words as sw } from './i18nSichuan'

/** `123p55s` tile by tile. */
export function spread(hand: unknown): string[] {
  return [...String(hand ?? '').matchAll(/(\d+)([psm])/g)].flatMap(([, ranks = '', suit = '']) => [...ranks].map((rank) => rank + suit))
}

export const art: PieceArt = {
  Piece: BookPiece,
  name: (tile, _table, lang) => tileName(tile, lang),
  spread,
  ofMove: spread,
  laid: (own) => [
    { label: w.buriedSeat, pieces: spread(own.buried) },
    { label: sw.gaveSeat, pieces: spread(own.gave) },
    { label: sw.gotSeat, pieces: spread(own.got) },
  ],
}
