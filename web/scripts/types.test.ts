import { expect, test } from 'vitest'
// @ts-expect-error a plain script
import { committed, types } from './types.mjs'

test('the committed types are what the schemas of the server say', async () => {
  expect(committed()).toBe(await types())
})
