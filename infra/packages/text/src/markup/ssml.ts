import { MarkError, type Marked, type TextPart } from './marks.ts'
import { PartsOfText, valueAt } from './parts-of-text.ts'
import { ipaOf, pauseMsOf, type ReadAs, rateOf, readAs, type Valued, voiceIdOf } from './values.ts'
import { type Tag, XmlReader } from './xml-reader.ts'

const elementsThereAre = 'elements are speak, break, voice, prosody, phoneme, sub and say-as'
const maxDepth = 40

/** Attributes that an element must have, and those that it may have besides. */
const attributes: Record<string, { must: string[]; may: string[] }> = {
  speak: { must: [], may: ['version', 'xmlns'] },
  break: { must: ['time'], may: [] },
  voice: { must: ['name'], may: [] },
  prosody: { must: ['rate'], may: [] },
  phoneme: { must: ['ph'], may: ['alphabet'] },
  sub: { must: ['alias'], may: [] },
  'say-as': { must: ['interpret-as'], may: [] },
}

const namedRates: Record<string, number> = {
  'x-slow': 0.5,
  slow: 0.75,
  medium: 1,
  default: 1,
  fast: 1.25,
  'x-fast': 1.75,
}
const readings: Record<string, ReadAs> = {
  digits: 'digits',
  date: 'date',
  spell: 'spell',
  'spell-out': 'spell',
  characters: 'spell',
}

type Open = { tag: Tag; before: PartsOfText['manner'] }

/**
 * A text in SSML as the same parts as one with marks in brackets.
 * @throws MarkError for the first place that is not well-formed, an element or attribute that is none of ours, or a value that it does not take
 */
export function ssmlParts(text: string): Marked {
  const parts = new PartsOfText()
  const reader = new XmlReader(text)
  const open: Open[] = []
  let isOver = false
  for (let token = reader.next(); token; token = reader.next()) {
    if (token.kind === 'text') {
      if (open.length > 0) parts.write(token.text.replace(/\s+/g, ' '))
      else if (token.text.trim() !== '') throw new MarkError(token.at, token.text.trim(), 'SSML is one <speak> element')
    } else if (token.kind === 'end') {
      const last = open.pop()
      if (last?.tag.name !== token.name)
        throw new MarkError(token.at, token.written, last ? `${last.tag.written} is still open` : 'nothing is open')
      parts.speakBy(last.before)
      isOver = open.length === 0
    } else {
      checkTag(token)
      if (isOver || (token.name === 'speak') !== (open.length === 0))
        throw new MarkError(token.at, token.written, 'SSML is one <speak> element')
      if (open.length === maxDepth)
        throw new MarkError(token.at, token.written, `elements are at most ${maxDepth} deep`)
      const before = parts.manner
      const isRead = begin(parts, reader, token)
      if (!isRead && !token.isEmpty) open.push({ tag: token, before })
      else if (!isRead) parts.speakBy(before)
      isOver ||= token.name === 'speak' && token.isEmpty
    }
  }
  const last = open.at(-1)
  if (last) throw new MarkError(last.tag.at, last.tag.written, 'it is not closed')
  if (!isOver) throw new MarkError(0, text.slice(0, 40), 'SSML is one <speak> element')
  return parts.done()
}

function checkTag({ name, at, written, values }: Tag): void {
  const known = Object.hasOwn(attributes, name) ? attributes[name] : undefined
  if (!known) throw new MarkError(at, written, elementsThereAre)
  const missing = known.must.find((attribute) => !values.has(attribute))
  if (missing) throw new MarkError(at, written, `${name} has no ${missing}`)
  const takes = [...known.must, ...known.may]
  const other = [...values.keys()].find((attribute) => !takes.includes(attribute))
  if (other === 'xml:lang') throw new MarkError(at, written, 'the language is the field language of the request')
  if (other) throw new MarkError(at, written, `${name} has ${takes.join(' and ')} alone`)
}

/** @returns whether the element was read to its end */
function begin(parts: PartsOfText, reader: XmlReader, tag: Tag): boolean {
  const value = (name: string) => tag.values.get(name) ?? ''
  if (tag.name === 'voice') parts.voice(tag, valueAt(tag, voiceIdOf(value('name'))))
  else if (tag.name === 'prosody') parts.rate(tag, valueAt(tag, prosodyRate(value('rate'))))
  else if (tag.name === 'break') {
    parts.pause(tag, valueAt(tag, pauseMsOf(value('time'))))
    if (!tag.isEmpty) reader.textUntilEnd(tag)
    return true
  } else if (tag.name !== 'speak') {
    const shown = tag.isEmpty ? '' : reader.textUntilEnd(tag).replace(/\s+/g, ' ').trim()
    if (shown === '') throw new MarkError(tag.at, tag.written, 'there is no text in it')
    parts.say(tag, { shown, ...spokenBy(tag, shown, value) }, tag.name === 'sub')
    return true
  }
  return false
}

function spokenBy(tag: Tag, shown: string, value: (name: string) => string): TextPart {
  if (tag.name === 'sub') {
    const text = value('alias').trim()
    if (text === '') throw new MarkError(tag.at, tag.written, 'alias is what is spoken')
    return { text }
  }
  if (tag.name === 'phoneme') {
    if (tag.values.has('alphabet') && value('alphabet') !== 'ipa')
      throw new MarkError(tag.at, tag.written, 'alphabet is ipa')
    return { text: shown, phonemes: valueAt(tag, ipaOf(value('ph'))) }
  }
  const name = value('interpret-as')
  const reading = Object.hasOwn(readings, name) ? readings[name] : undefined
  if (!reading) throw new MarkError(tag.at, tag.written, 'interpret-as is digits, date, spell-out or characters')
  return { text: valueAt(tag, readAs(reading, shown)), ...(reading === 'date' && { as: 'date' as const }) }
}

/** A factor, a percentage of the voice's own, or a name of the standard. */
function prosodyRate(written: string): Valued<number> {
  const text = written.trim()
  if (Object.hasOwn(namedRates, text)) return { value: namedRates[text] ?? 1 }
  if (!text.endsWith('%')) return rateOf(text)
  const percent = text.slice(0, -1)
  return rateOf(/^\d{1,3}(?:\.\d{1,3})?$/.test(percent) ? String(Number(percent) / 100) : '')
}
