import { describe, expect, test } from 'vitest'
import { answered, dateOf, history, streak } from './puzzleHistory'

function store(text: string | null = null) {
  let kept = text
  return { getItem: () => kept, setItem: (_: string, value: string) => void (kept = value) }
}

describe('puzzles on this device', () => {
  test('the first answer counts', () => {
    const kept = store()
    answered('one', 'a', false, null, kept)
    answered('one', 'a', true, null, kept)
    answered('one', 'b', true, null, kept)
    expect(history(kept).tried).toEqual({ 'one/a': false, 'one/b': true })
    expect(history(kept).days).toEqual({})
  })

  test('a day is won by any of its daily puzzles, and not by a second try', () => {
    const kept = store()
    answered('one', 'a', false, '2026-03-01', kept)
    expect(history(kept).days).toEqual({ '2026-03-01': false })
    answered('one', 'a', true, '2026-03-01', kept)
    expect(history(kept).days).toEqual({ '2026-03-01': false })
    answered('two', 'b', true, '2026-03-01', kept)
    expect(history(kept).days).toEqual({ '2026-03-01': true })
  })

  test('a streak goes over the ends of months and lasts until today is over', () => {
    const days = { '2026-02-27': true, '2026-02-28': true, '2026-03-01': true }
    expect(streak(days, '2026-03-01')).toBe(3)
    expect(streak(days, '2026-03-02')).toBe(3)
    expect(streak(days, '2026-03-03')).toBe(0)
    expect(streak({ ...days, '2026-02-28': false }, '2026-03-01')).toBe(1)
  })

  test('whatever was kept before is no reason to fail', () => {
    expect(history(store('nonsense'))).toEqual({ tried: {}, days: {} })
    expect(history(store('{"tried":{"x":1,"y":true},"days":null}'))).toEqual({ tried: { y: true }, days: {} })
  })

  test('a date is that of the clock on the wall', () => {
    expect(dateOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
  })
})
