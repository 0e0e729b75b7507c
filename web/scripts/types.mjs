// Types of the wire from the server's own schemas: docs/wire.schema.json and the JSON blocks of docs/views/*.md.
// `npm run types` writes src/lib/wire.gen.ts; types.test.ts holds that the committed file is what the schemas say.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compile } from 'json-schema-to-typescript'

const web = join(dirname(fileURLToPath(import.meta.url)), '..')
const docs = join(web, '..', 'docs')
const target = join(web, 'src', 'lib', 'wire.gen.ts')
const options = {
  bannerComment: '',
  additionalProperties: false,
  ignoreMinAndMaxItems: true,
  unreachableDefinitions: true,
  style: { semi: false, singleQuote: true, printWidth: 128 },
}
const capital = (text) => text.replace(/(^|_)([a-z])/g, (_, __, letter) => letter.toUpperCase())

/** 2020-12 tuples as the older `items` list, which the generator knows; definitions get the game's name in front. */
function plain(node, prefix) {
  if (Array.isArray(node)) return node.map((item) => plain(item, prefix))
  if (node === null || typeof node !== 'object') return node
  const out = {}
  for (const [key, value] of Object.entries(node)) {
    if (key === 'prefixItems') {
      out.items = plain(value, prefix)
      out.minItems = value.length
      out.maxItems = value.length
    } else if (key === 'items' && 'prefixItems' in node) continue
    else if (key === '$ref') out.$ref = value.replace(/^#\/\$defs\/(.*)$/, (_, name) => `#/$defs/${prefix}${capital(name)}`)
    else if (key === '$defs')
      out.$defs = Object.fromEntries(Object.entries(value).map(([name, part]) => [`${prefix}${capital(name)}`, plain(part, prefix)]))
    else if (key === 'propertyNames' || key === 'discriminator') continue
    else if (key === 'properties')
      out.properties = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(untitled(part), prefix)]))
    else out[key] = plain(value, prefix)
  }
  if (out.type === 'object' && !out.properties && !('additionalProperties' in node)) out.tsType = 'Record<string, unknown>'
  return out
}

/** A property's title would become a type of its own. */
function untitled(part) {
  if (part === null || typeof part !== 'object' || typeof part.title !== 'string') return part
  const { title: _, ...rest } = part
  return rest
}

function block(text, heading) {
  const found = new RegExp(`^## ${heading}\\n[\\s\\S]*?\`\`\`json\\n([\\s\\S]*?)\`\`\``, 'm').exec(text)
  if (!found) throw new Error(`no JSON block under ${heading}`)
  return JSON.parse(found[1])
}

export async function types() {
  const wire = JSON.parse(readFileSync(join(docs, 'wire.schema.json'), 'utf8'))
  const parts = [
    '/* Made by `npm run types` from docs/wire.schema.json and docs/views/*.md; do not edit. */',
    await compile(
      plain(
        {
          title: 'Frames',
          type: 'object',
          required: ['client', 'server'],
          properties: { client: wire.client, server: wire.server },
          $defs: wire.$defs,
        },
        '',
      ),
      'Frames',
      options,
    ),
  ]
  for (const game of ['xianqi', 'mahjong', 'guandan']) {
    const text = readFileSync(join(docs, 'views', `${game}.md`), 'utf8')
    for (const part of ['public', 'private']) {
      const title = capital(game) + capital(part)
      const schema = plain(block(text, part), part === 'public' ? capital(game) : title)
      parts.push(await compile({ ...schema, title }, title, options))
    }
  }
  return parts.map((part) => quiet(part).trim()).join('\n\n') + '\n'
}

/** Without the generator's remarks about where a definition was found. */
function quiet(text) {
  return text
    .replace(/ \* This interface was referenced by[^\n]*\n \* via the `definition`[^\n]*\n/g, '')
    .replace(/^ *\* @(min|max)Items \d+\n/gm, '')
    .replace(/( \* *\n)+ \*\//g, ' */')
    .replace(/^ *\/\*\*\n( *\* *\n)* *\*\/\n/gm, '')
}

export const committed = () => readFileSync(target, 'utf8')

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(target, await types())
