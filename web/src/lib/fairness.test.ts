import { describe, expect, it } from 'vitest'
import { check } from './fairness'
import sample from './fairness.sample.json'
import type { ShuffleOut } from './wire.gen'

// made by the Python side (qipai.server.rooms.replays) from server seed 00 01 … 1f
const deals = sample as unknown as Record<string, ShuffleOut>
const [small = '', ...larger] = Object.keys(deals)
const copy = (name: string): ShuffleOut => structuredClone(deals[name]!)
const failed = (shuffle: ShuffleOut, shown: string | null = null) =>
  check(shuffle, shown)
    .filter((one) => !one.ok)
    .map((one) => one.step)

describe('a fair deal', () => {
  it.each(Object.keys(deals))('is proven for %s as the server computes it', (name) => {
    expect(check(copy(name))).toEqual([
      { step: 'commit', ok: true },
      { step: 'seed', ok: true },
      { step: 'draws', ok: true },
    ])
  })

  it('is refused when the commitment is not the one that was shown', () => {
    expect(failed(copy(small), 'f'.repeat(64))).toEqual(['commit'])
  })

  it('is refused when the server seed was exchanged', () => {
    const deal = copy(small)
    deal.fairness!.server_seed = '0'.repeat(64)
    expect(failed(deal)).toEqual(['commit', 'seed'])
  })

  it('is refused when a nonce was exchanged', () => {
    const deal = copy(larger.at(-1)!)
    deal.fairness!.nonces[0] = '5f3b'
    expect(failed(deal)).toEqual(['seed'])
  })

  it('is refused when two cards were exchanged', () => {
    const deal = copy(larger.at(-1)!)
    const cards = deal.draws[0]!.shuffled!
    ;[cards[0], cards[1]] = [cards[1]!, cards[0]!]
    expect(failed(deal)).toEqual(['draws'])
  })

  it('of a local match has only its shuffle to show', () => {
    const deal = copy(small)
    deal.fairness = null
    expect(check(deal)).toEqual([{ step: 'draws', ok: true }])
  })
})
