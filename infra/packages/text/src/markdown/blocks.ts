import type { Token } from 'markdown-it'
import { wordsOf } from './inline.ts'

/** A block's words, and the lines of the source that it spans. */
type Block = { text: string; from: number; to: number }

/** The blocks of a text in order: paragraphs, headings and code, each item of a list with its number. */
export function blocksOf(tokens: Token[]): Block[] {
  const blocks: Block[] = []
  let marker = ''
  let lines: [number, number] = [0, 0]
  const push = (text: string, [from, to]: [number, number]) => {
    blocks.push({ text: marker + text, from, to })
    marker = ''
  }
  for (const [index, token] of tokens.entries()) {
    lines = token.map ?? lines
    if (token.type === 'list_item_open' || token.type === 'blockquote_open') {
      if (marker) push('', lines)
      marker = markerOf(tokens, index)
    } else if (token.type === 'list_item_close' && marker) push('', lines)
    else if (token.type === 'inline') {
      const isATask = tokens[index - 2]?.type === 'list_item_open' && /^\[[ xX]\] /.test(token.content)
      push(wordsOf(token.children ?? []).slice(isATask ? 4 : 0), lines)
    } else if (token.type === 'fence') {
      const label = isLabel(token) ? '' : `${token.info.trim()}\n`
      push(label + token.content.trimEnd(), [lines[0] + 1, lines[1] - 1])
    }
  }
  return blocks
}

/** The number of an item as it was written. A dash alone before a figure may be its sign, so it stays; so does a `>`. */
function markerOf(tokens: Token[], index: number): string {
  const { type, info, markup, map } = tokens[index] ?? {}
  const isFigure = tokens[index + 2]?.type === 'inline' && /^\p{Sc}?\.?\d/u.test(tokens[index + 2]?.content ?? '')
  if (type === 'blockquote_open') return isFigure && map && map[1] - map[0] === 1 ? '> ' : ''
  if (info) return `${info}${markup} `
  const isAlone = tokens[index - 1]?.type === 'bullet_list_open' && tokens[index + 5]?.type === 'bullet_list_close'
  return isFigure && isAlone && markup !== '*' ? `${markup} ` : ''
}

/** The name of a language behind the opening of a block of code; other words there are the writer's. */
const isLabel = ({ info, content }: Token) =>
  content.trim() !== '' && /^[\w+#.-]{0,20}(?:\s.*[={].*)?$/.test(info.trim())
