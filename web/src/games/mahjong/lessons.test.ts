import { expect, it } from 'vitest'
import { nextLesson } from '../../learn/lesson'
import type { View } from '../../lib/model'
import { lessons } from './lessons'

const view = (preset: string, table: Record<string, unknown>, legal: string[] = []): View =>
  ({
    game: 'mahjong',
    rules: { preset },
    public: { won: [[], [], [], []], wall_left: 55, ...table },
    legal,
    result: null,
  }) as unknown as View
const after = (one: View, ...shown: string[]): string | undefined => nextLesson(lessons, one, new Set(shown))?.id

it('teaches the way that is played', () => {
  const open = { in_play: [true, true, true, true] }
  expect(after(view('default', {}))).toBe('welcome')
  expect(after(view('chengdu', open))).toBe('welcome4')
  expect(after(view('chengdu', open, ['swap 1p1p9p']), 'welcome4')).toBe('swap')
  expect(after(view('chengdu', open, ['missing p']), 'welcome4')).toBe('missing')
  expect(after(view('chengdu', open, ['hu', 'pass']), 'welcome4')).toBe('hu_leave')
  expect(after(view('river', open, ['hu', 'pass']), 'welcome4')).toBe('hu')
  expect(after(view('chengdu', { ...open, window: 'rob' }, ['hu', 'pass']), 'welcome4')).toBe('rob')
  expect(after(view('river', { ...open, wall_left: 12 }), 'welcome4')).toBe('checks')
  expect(after(view('default', { wall_left: 12 }), 'welcome')).toBe('wall')
  expect(after(view('chengdu', { ...open, won: [[{}], [], [], []] }), 'welcome4')).toBe('left')
})
