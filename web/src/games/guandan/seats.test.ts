import { expect, test } from 'vitest'
import { words as w } from './i18n'
import { teamLabel, teamSubject, tell, who } from './seats'

const names = ['Ann', 'Bo', 'Chen', 'Dai']
const mine = { me: 1, names }
const watched = { me: null, names }

test('a player reads relations in Chinese; in English the partner, and others by name', () => {
  expect([0, 1, 2, 3].map((seat) => who(seat, mine, 'zh'))).toEqual(['上家', '你', '下家', '对家'])
  expect([0, 1, 2, 3].map((seat) => who(seat, mine, 'en'))).toEqual(['Ann', 'you', 'Chen', 'your partner'])
  expect([0, 1, 2, 3].map((seat) => who(seat, watched, 'zh'))).toEqual(names)
})

test('teams are ours and theirs, to a spectator the two names', () => {
  expect([teamLabel(1, mine, 'zh'), teamLabel(0, mine, 'en')]).toEqual(['我方', 'Them'])
  expect([teamSubject(1, mine, 'en'), teamSubject(0, watched, 'en'), teamLabel(0, watched, 'zh')]).toEqual([
    'We',
    'Ann and Chen',
    'Ann、Chen',
  ])
})

test('a name stands apart from the verb, a relation does not', () => {
  expect(tell(w.promotes, { team: '我方', gain: 2 }, mine, 'zh')).toBe('我方升 2 级')
  expect(tell(w.promotes, { team: 'Ann、Chen', gain: 2 }, watched, 'zh')).toBe('Ann、Chen 升 2 级')
  expect(tell(w.promotes, { team: 'We', gain: 1 }, mine, 'en')).toBe('We move up 1 level')
})

test('tribute is paid in this deal, not in the one before', () => {
  expect(tell(w.tributeThird, { payer: '下家', receiver: '你' }, mine, 'zh')).toMatch(/^这一局由下家进贡/)
})

test('what A takes names the first place too', () => {
  expect(w.aRules.zh).toContain('拿头游')
})
