// The faces that a person can choose; the drawings are in art/faces.svg, and a test compares the names with the server's.
import type { Words } from './model'

export const FACES = {
  cat: { zh: '猫', en: 'Cat' },
  fox: { zh: '狐狸', en: 'Fox' },
  panda: { zh: '熊猫', en: 'Panda' },
  tiger: { zh: '老虎', en: 'Tiger' },
  rabbit: { zh: '兔子', en: 'Rabbit' },
  owl: { zh: '猫头鹰', en: 'Owl' },
  frog: { zh: '青蛙', en: 'Frog' },
  monkey: { zh: '猴子', en: 'Monkey' },
  penguin: { zh: '企鹅', en: 'Penguin' },
  bear: { zh: '熊', en: 'Bear' },
  dragon: { zh: '龙', en: 'Dragon' },
  pig: { zh: '猪', en: 'Pig' },
} as const satisfies Record<string, Words>

export const COLOURS = [
  { zh: '朱红', en: 'Red' },
  { zh: '金黄', en: 'Gold' },
  { zh: '青绿', en: 'Green' },
  { zh: '天蓝', en: 'Blue' },
  { zh: '紫', en: 'Purple' },
  { zh: '灰', en: 'Grey' },
] as const satisfies readonly Words[]
