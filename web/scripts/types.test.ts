import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
// @ts-expect-error a plain script
import { types } from './types.mjs'

test('the committed types are what the schemas of the server say', async () => {
  for (const [path, text] of (await types()) as [string, string][]) expect(readFileSync(path, 'utf8'), path).toBe(text)
})
