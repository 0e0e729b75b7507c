// The last step of a site: its service worker, with the list of what it keeps. node scripts/site.mjs FOLDER
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

const out = process.argv[2]
const files = readdirSync(out, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(out, join(entry.parentPath, entry.name)).split(sep).join('/'))
  // Python is fetched when somebody first plays; of the pages the address of the folder stands for index.html
  .filter((file) => !/^python\/[0-9a-f]{12}\/|(^|\/)sw\.js$|^\./.test(file))
  .sort()
const hash = createHash('sha256')
for (const file of files) hash.update(file).update(readFileSync(join(out, file)))
const list = files.map((file) => (file === 'index.html' ? './' : file))
const template = readFileSync(new URL('sw.js', import.meta.url), 'utf8')
hash.update(template)
// for a server, which fills it in with its own files
writeFileSync(join(out, 'python', 'sw.js'), template)
writeFileSync(
  join(out, 'sw.js'),
  template
    .replace('__SERVED__', 'false')
    .replace('__FILES__', () => JSON.stringify(list))
    .replace('__VERSION__', () => hash.digest('hex').slice(0, 12)),
)
