import type { Token } from 'markdown-it'
import { effectOf } from './tags.ts'

const isPartOfAWord = (char: string) => /[\p{L}\p{N}]/u.test(char)
const isOperand = (char: string) => /[\p{L}\p{N})\]]/u.test(char)
const raised: Record<string, string> = { '-': '⁻', '+': '⁺' }

type Opened = { at: number; index: number; before: string }

/** The words of a line of Markdown. Emphasis between factors is none: CommonMark reads `2*3*4` as 2, an italic 3, and 4. */
export function wordsOf(tokens: Token[]): string {
  const parts: string[] = []
  const opened: Opened[] = []
  let last = ''
  let level: 'raised' | 'lowered' | undefined
  const push = (text: string, apart = false) => {
    if (text === '') return
    parts.push(apart && isPartOfAWord(last) && isPartOfAWord(firstOf(text)) ? ` ${text}` : text)
    last = lastOf(text)
  }
  for (const [index, token] of tokens.entries()) {
    const previous = tokens[index - 1]
    const isBehindALink = previous?.type === 'link_close' || previous?.type === 'image'
    if (token.type === 'text') {
      const text = level ? levelled(token.content, level) : token.content
      const isANumberBehind = /^\d/.test(text) && (isBehindALink || previous?.type === 'code_inline')
      push(text, isANumberBehind || previous?.type === 'link_open')
    } else if (token.type === 'code_inline') push(token.content, true)
    else if (token.type === 'image') push(wordsOf(token.children ?? []), true)
    else if (token.type === 'softbreak' || token.type === 'hardbreak') push('\n')
    else if (token.type === 'html_inline') {
      const effect = effectOf(token.content)
      if (effect === undefined) push(token.content)
      else if (effect === 'break') push('\n')
      level = effect === 'raised' || effect === 'lowered' ? effect : undefined
    } else if (/^(?:em|strong|s)_open$/.test(token.type)) {
      opened.push({ at: parts.push('') - 1, index, before: last })
    } else if (/^(?:em|strong|s)_close$/.test(token.type)) {
      const open = opened.pop()
      if (open && isArithmetic(tokens, open, { index, last })) {
        parts[open.at] = token.markup
        push(token.markup)
      }
    }
  }
  return parts.join('')
}

function isArithmetic(tokens: Token[], open: Opened, close: { index: number; last: string }): boolean {
  const after = firstOf(tokens[close.index + 1]?.content ?? '')
  const inner = tokens[open.index + 1]?.content ?? ''
  const joints = [
    [open.before, firstOf(inner)],
    [close.last, after],
  ]
  const touching = joints.filter(([left = '', right = '']) => isOperand(left) && isPartOfAWord(right))
  if (touching.length === 0) return false
  const isShort = close.index === open.index + 2 && !/\p{L}{2}/u.test(inner)
  return isShort || touching.flat().some((char) => /\p{N}/u.test(char))
}

/** Digits of `<sup>` and `<sub>` as the signs of Unicode, so that 2 to the power of 2 does not become 22. */
const levelled = (text: string, level: 'raised' | 'lowered') =>
  level === 'raised'
    ? text.replace(/[-+]?\d+/g, (digits) =>
        digits.replace(/./g, (sign) => raised[sign] ?? '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(sign)] ?? sign),
      )
    : text.replace(/\d/g, (digit) => '₀₁₂₃₄₅₆₇₈₉'[Number(digit)] ?? digit)

const firstOf = (text: string) => String.fromCodePoint(text.codePointAt(0) ?? 32)
const lastOf = (text: string) => [...text.slice(-2)].at(-1) ?? ''
