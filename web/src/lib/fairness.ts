/** Checks in the browser that a deal was not chosen by anybody: the steps of docs/wire.md. The hashes are computed in
 *  JavaScript, because browsers offer theirs only on https, and friends at home play on a plain address. */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { ShuffleOut } from './wire.gen'

export type Step = 'commit' | 'seed' | 'draws'
export interface Check {
  step: Step
  ok: boolean
}

/** The stream of numbers that a seed drives. */
class Stream {
  #words: number[] = []
  #block = 0

  constructor(private readonly seed: Uint8Array) {}

  #word(): number {
    if (this.#words.length === 0) {
      const index = new Uint8Array(8)
      new DataView(index.buffer).setBigUint64(0, BigInt(this.#block++))
      const block = hmac(sha256, this.seed, index)
      const read = new DataView(block.buffer, block.byteOffset)
      this.#words = [0, 4, 8, 12, 16, 20, 24, 28].map((at) => read.getUint32(at))
    }
    return this.#words.shift()!
  }

  below(n: number): number {
    const limit = 2 ** 32 - (2 ** 32 % n)
    for (;;) {
      const word = this.#word()
      if (word < limit) return word % n
    }
  }

  shuffle(deck: readonly number[]): number[] {
    const items = [...deck]
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.below(i + 1)
      ;[items[i], items[j]] = [items[j]!, items[i]!]
    }
    return items
  }
}

const same = (a: readonly number[], b: readonly number[]): boolean => a.length === b.length && a.every((item, i) => item === b[i])

/** The name of a value: the SHA-256 of its JSON text, as it is sent. */
export const digest = (value: unknown): string => bytesToHex(sha256(utf8ToBytes(JSON.stringify(value))))

/** Every step that can be checked: commitment and seed where a server dealt, the shuffle always. `shown` is the
 *  commitment that this browser saw before the deal, where it was there. */
export function check(shuffle: ShuffleOut, shown: string | null = null): Check[] {
  const out: Check[] = []
  const proof = shuffle.fairness
  if (proof) {
    const server = hexToBytes(proof.server_seed)
    const commit = bytesToHex(sha256(server))
    out.push({ step: 'commit', ok: commit === proof.commit && (shown === null || shown === commit) })
    const message = utf8ToBytes(JSON.stringify([proof.room, proof.deal, proof.nonces]))
    out.push({ step: 'seed', ok: bytesToHex(hmac(sha256, server, message)) === shuffle.seed })
  }
  const stream = new Stream(hexToBytes(shuffle.seed))
  let ok = true
  for (const draw of shuffle.draws) {
    if (draw.deck && draw.shuffled) ok = same(stream.shuffle(draw.deck), draw.shuffled) && ok
    else if (draw.below) ok = stream.below(draw.below) === draw.drawn && ok
  }
  out.push({ step: 'draws', ok })
  return out
}
