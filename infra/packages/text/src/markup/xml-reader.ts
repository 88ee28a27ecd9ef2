import { MarkError } from './marks.ts'

export type Tag = {
  kind: 'tag'
  name: string
  at: number
  written: string
  values: Map<string, string>
  isEmpty: boolean
}
type Token =
  | { kind: 'text'; at: number; text: string }
  | { kind: 'end'; name: string; at: number; written: string }
  | Tag

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
/** The longest reference: `&#x10FFFF;`. */
const maxReference = 10

/**
 * Tags, attributes and texts of XML one after the other, each character once. Doctypes, entities of its own and instructions are refused: SSML needs
 * none, and they are how a small text becomes a large one.
 */
export class XmlReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
    const declared = /^\s*<\?xml\s/.exec(text.slice(0, 100))
    if (declared) this.#at = this.#behind('?>', { at: 0, written: '<?xml' })
  }

  /** @throws MarkError where it is not well-formed */
  next(): Token | undefined {
    const [text, at] = [this.#text, this.#at]
    if (at >= text.length) return undefined
    if (text[at] !== '<') {
      const end = text.indexOf('<', at)
      this.#at = end < 0 ? text.length : end
      return { kind: 'text', at, text: this.#decoded(text.slice(at, this.#at), at) }
    }
    if (text.startsWith('<!--', at)) {
      this.#at = this.#behind('-->', { at, written: '<!--' })
      return { kind: 'text', at, text: '' }
    }
    if (text.startsWith('<![CDATA[', at)) {
      this.#at = this.#behind(']]>', { at, written: '<![CDATA[' })
      return { kind: 'text', at, text: text.slice(at + 9, this.#at - 3) }
    }
    return text[at + 1] === '/' ? this.#endTag(at) : this.#tag(at)
  }

  /** Text of an element that has no other in it. */
  textUntilEnd(tag: Tag): string {
    let text = ''
    for (let token = this.next(); token; token = this.next()) {
      if (token.kind === 'text') text += token.text
      else if (token.kind === 'end' && token.name === tag.name) return text
      else throw new MarkError(tag.at, tag.written, `it has text alone, and not ${token.written}`)
    }
    throw new MarkError(tag.at, tag.written, 'it is not closed')
  }

  #endTag(at: number): Token {
    const end = this.#behind('>', { at, written: this.#text.slice(at, at + 20) })
    const written = this.#text.slice(at, end)
    this.#at = end
    return { kind: 'end', name: written.slice(2, -1).trimEnd(), at, written }
  }

  #tag(at: number): Tag {
    const start = at + 1
    let place = this.#whileName(start)
    if (place === start) throw this.#broken(at, place)
    const name = this.#text.slice(start, place)
    const values = new Map<string, string>()
    for (;;) {
      const behindBlanks = this.#whileBlank(place)
      const isEmpty = this.#text.startsWith('/>', behindBlanks)
      if (isEmpty || this.#text[behindBlanks] === '>') {
        this.#at = behindBlanks + (isEmpty ? 2 : 1)
        return { kind: 'tag', name, at, written: this.#text.slice(at, this.#at), values, isEmpty }
      }
      const behindName = this.#whileName(behindBlanks)
      if (behindBlanks === place || behindName === behindBlanks) throw this.#broken(at, behindBlanks)
      const attribute = this.#text.slice(behindBlanks, behindName)
      const equals = this.#whileBlank(behindName)
      const opening = this.#whileBlank(equals + 1)
      const quote = this.#text[opening] ?? ''
      const closing = quote === '"' || quote === "'" ? this.#text.indexOf(quote, opening + 1) : -1
      if (this.#text[equals] !== '=' || closing < 0 || values.has(attribute)) throw this.#broken(at, opening)
      const value = this.#text.slice(opening + 1, closing)
      if (value.includes('<')) throw this.#broken(at, closing)
      values.set(attribute, this.#decoded(value, opening + 1))
      place = closing + 1
    }
  }

  #broken(at: number, until: number): MarkError {
    return new MarkError(at, this.#text.slice(at, Math.max(until, at + 1)), 'it is no tag of XML')
  }

  #behind(closing: string, { at, written }: { at: number; written: string }): number {
    const end = this.#text.indexOf(closing, at)
    if (end < 0) throw new MarkError(at, written, `it has no ${closing}`)
    return end + closing.length
  }

  #whileName(from: number): number {
    let at = from
    while (isNameCode(this.#text.charCodeAt(at))) at++
    return at
  }

  #whileBlank(from: number): number {
    let at = from
    while (isBlankCode(this.#text.charCodeAt(at))) at++
    return at
  }

  #decoded(text: string, from: number): string {
    const parts: string[] = []
    let read = 0
    for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', read)) {
      const reference = text.slice(at, at + maxReference)
      const end = reference.indexOf(';')
      const character = end < 0 ? undefined : characterOf(reference.slice(1, end))
      if (character === undefined)
        throw new MarkError(from + at, reference.slice(0, end + 1) || '&', '& is written &amp;')
      parts.push(text.slice(read, at), character)
      read = at + end + 1
    }
    return parts.length === 0 ? text : parts.join('') + text.slice(read)
  }
}

function characterOf(name: string): string | undefined {
  if (Object.hasOwn(named, name)) return named[name]
  const code = /^#\d{1,7}$/.test(name)
    ? Number(name.slice(1))
    : /^#x[\da-f]{1,6}$/i.test(name)
      ? Number.parseInt(name.slice(2), 16)
      : 0
  const isCharacter =
    code >= 32 ? code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) : code === 9 || code === 10 || code === 13
  return isCharacter ? String.fromCodePoint(code) : undefined
}

const isBlankCode = (code: number) => code === 32 || code === 9 || code === 10 || code === 13
/** Letters, figures, `:`, `-`, `_` and `.`: no element or attribute of SSML has others. */
const isNameCode = (code: number) =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 58) ||
  code === 45 ||
  code === 46 ||
  code === 95
