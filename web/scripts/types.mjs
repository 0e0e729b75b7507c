// Types of the wire from the server's own schemas: docs/wire.schema.json and the JSON blocks of every game's view.md.
// `npm run types` writes src/lib/wire.gen.ts and for each game with a folder src/games/<game>/view.gen.ts; types.test.ts holds that
// the committed files are what the schemas say.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compile } from 'json-schema-to-typescript'

const web = join(dirname(fileURLToPath(import.meta.url)), '..')
const docs = join(web, '..', 'docs')
const games = join(web, 'src', 'games')
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

const page = (game) => join(web, '..', 'src', 'qipai', 'games', game, 'view.md')
const written = (source, parts) =>
  [`/* Made by \`npm run types\` from ${source}; do not edit. */`, ...parts.map((part) => quiet(part).trim())].join('\n\n') + '\n'

async function wire() {
  const { client, server, $defs } = JSON.parse(readFileSync(join(docs, 'wire.schema.json'), 'utf8'))
  const frames = { title: 'Frames', type: 'object', required: ['client', 'server'], properties: { client, server }, $defs }
  return written('docs/wire.schema.json', [await compile(plain(frames, ''), 'Frames', options)])
}

async function view(game) {
  const text = readFileSync(page(game), 'utf8')
  const parts = []
  for (const part of ['public', 'private']) {
    const title = capital(game) + capital(part)
    const schema = plain(block(text, part), part === 'public' ? capital(game) : title)
    parts.push(await compile({ ...schema, title }, title, options))
  }
  return written(`src/qipai/games/${game}/view.md`, parts)
}

/** Every generated file: its path and its text. */
export async function types() {
  const folders = readdirSync(games, { withFileTypes: true }).filter((entry) => entry.isDirectory() && existsSync(page(entry.name)))
  const views = folders.map(async ({ name }) => [join(games, name, 'view.gen.ts'), await view(name)])
  return Promise.all([wire().then((text) => [join(web, 'src', 'lib', 'wire.gen.ts'), text]), ...views])
}

/** Without the generator's remarks about where a definition was found. */
function quiet(text) {
  return text
    .replace(/ \* This interface was referenced by[^\n]*\n \* via the `definition`[^\n]*\n/g, '')
    .replace(/^ *\* @(min|max)Items \d+\n/gm, '')
    .replace(/( \* *\n)+ \*\//g, ' */')
    .replace(/^ *\/\*\*\n( *\* *\n)* *\*\/\n/gm, '')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) for (const [path, text] of await types()) writeFileSync(path, text)
