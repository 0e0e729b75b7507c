/** The little Markdown that the rule books are written in, as blocks to draw. Text stays text: nothing becomes HTML. */
export interface Run {
  text: string
  kind: 'plain' | 'strong' | 'em' | 'code'
}
type Block =
  | { kind: 'title'; runs: Run[] }
  | { kind: 'heading'; runs: Run[] }
  | { kind: 'text'; runs: Run[] }
  | { kind: 'list'; items: Run[][] }
  | { kind: 'table'; head: Run[][]; rows: Run[][][] }
  | { kind: 'figure'; name: string }

const MARK = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`/g

export function runs(text: string): Run[] {
  const out: Run[] = []
  let at = 0
  for (const found of text.matchAll(MARK)) {
    if (found.index > at) out.push({ text: text.slice(at, found.index), kind: 'plain' })
    const [whole, strong, em, code] = found
    if (strong !== undefined) out.push({ text: strong, kind: 'strong' })
    else if (em !== undefined) out.push({ text: em, kind: 'em' })
    else out.push({ text: code ?? '', kind: 'code' })
    at = found.index + whole.length
  }
  if (at < text.length) out.push({ text: text.slice(at), kind: 'plain' })
  return out
}

const cells = (line: string): Run[][] =>
  line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => runs(cell.trim()))
// a line break inside a Chinese paragraph is no blank
const joined = (lines: string[]): string =>
  lines
    .join('\n')
    .replace(/(?<=[\u3000-\u9fff\uff00-\uffef])\n|\n(?=[\u3000-\u9fff\uff00-\uffef])/g, '')
    .replaceAll('\n', ' ')

function block(lines: string[]): Block {
  const [first = ''] = lines
  if (first.startsWith('# ')) return { kind: 'title', runs: runs(first.slice(2)) }
  if (first.startsWith('#')) return { kind: 'heading', runs: runs(first.replace(/^#+ /, '')) }
  if (first.startsWith('- ')) {
    const items: string[][] = []
    for (const line of lines) {
      if (line.startsWith('- ')) items.push([line.slice(2)])
      else items.at(-1)?.push(line.trim())
    }
    return { kind: 'list', items: items.map((item) => runs(joined(item))) }
  }
  if (first.startsWith('|')) {
    const [head, , ...rows] = lines.map(cells)
    return { kind: 'table', head: head ?? [], rows }
  }
  return { kind: 'text', runs: runs(joined(lines)) }
}

/** `<!-- figure: name -->` is a picture that the page draws; what follows `<!-- terminal -->` is for those who type moves. */
export function parse(source: string): Block[] {
  const blocks: Block[] = []
  let skip = false
  for (const part of source.trim().split(/\n\s*\n/)) {
    const comment = /^<!--\s*(.*?)\s*-->$/.exec(part.trim())
    if (comment) {
      const [, said = ''] = comment
      if (said.startsWith('figure:')) blocks.push({ kind: 'figure', name: said.slice(7).trim() })
      skip = said === 'terminal'
    } else if (skip) skip = false
    else blocks.push(block(part.split('\n')))
  }
  return blocks
}
