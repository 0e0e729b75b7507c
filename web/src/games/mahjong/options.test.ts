import { expect, it } from 'vitest'
import { fitting } from './options'

const defaults = { opening: 'bury', added_kong: 'any', qing_jingoudiao: 'sum', after_win: 'stay', locked_kong: 'none', cap: 0 }
const chengdu = { ...defaults, opening: 'swap', after_win: 'leave', cap: 3, tiandihu: true }

it('offers 埋三张 only what it had, and the Sichuan ways only what goes together', () => {
  expect(fitting({ added_kong: 'any' }, {})).toEqual({})
  expect(fitting(defaults, defaults)).toEqual({
    opening: ['bury'],
    after_win: ['stay'],
    locked_kong: ['none'],
    cap: [0],
    added_kong: ['any', 'just_drawn'],
  })
  expect(fitting(chengdu, defaults)).toMatchObject({ opening: ['swap', 'missing'], scoring: ['double'], locked_kong: ['none'] })
  expect(fitting(chengdu, defaults).flower_pig).toBeUndefined()
  expect(fitting({ ...chengdu, cap: 0 }, defaults).flower_pig).toEqual(['sixteen', 'none'])
  expect(fitting({ ...chengdu, opening: 'missing' }, defaults).swap_direction).toEqual(['dice'])
  expect(fitting({ ...chengdu, after_win: 'stay' }, defaults).locked_kong).toBeUndefined()
  expect(fitting({ ...chengdu, tiandihu: false }, defaults).dihu_on_first_discard).toEqual([false])
})
