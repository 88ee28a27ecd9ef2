import { type DialogueSpeaker, turnsIn } from './dialogue.ts'
import { MarkError, type Marked, type MarkName } from './marks.ts'
import { PartsOfText, valueAt } from './parts-of-text.ts'
import { ipaOf, pauseMsOf, type ReadAs, rateOf, readAs, reasons, voiceIdOf } from './values.ts'

/** The longest mark from its bracket to the other: what is longer has none. */
const maxMarkLength = 400
const closingAs = '/as]'

/**
 * A text with marks in brackets, in one pass: each bracket is looked at once, and what is read for a mark is never read for another. A bracket that is
 * none of ours is text. A mark ends in the turn of a dialogue in which it begins.
 * @throws MarkError for the first mark that is not whole, or has a value that it does not take
 */
export function bracketed(text: string, speakers: DialogueSpeaker[] = []): Marked {
  const parts = new PartsOfText()
  let from = 0
  for (const { at, behind, speaker } of turnsIn(text, speakers)) {
    read(parts, text.slice(0, at), from)
    parts.turn({ at, written: text.slice(at, behind).trim() }, speaker)
    from = behind
  }
  read(parts, text, from)
  return parts.done()
}

function read(parts: PartsOfText, text: string, from: number): void {
  let written = from
  for (let at = text.indexOf('[', from); at >= 0; at = text.indexOf('[', at)) {
    const name = nameAt(text, at)
    if (!name) {
      at++
      continue
    }
    parts.write(text.slice(written, at))
    at = readMark(parts, text, { name, at })
    written = at
  }
  parts.write(text.slice(written))
}

const names: readonly (MarkName | typeof closingAs)[] = ['pause', 'rate', 'say', 'as', 'voice', closingAs]

function nameAt(text: string, at: number) {
  const following = text.slice(at + 1, at + 7).toLowerCase()
  return names.find((name) => following.startsWith(name === closingAs ? name : `${name}:`))
}

/** @returns the place behind it */
function readMark(
  parts: PartsOfText,
  text: string,
  { name, at }: { name: (typeof names)[number]; at: number },
): number {
  if (name === closingAs) throw new MarkError(at, text.slice(at, at + 5), 'there is no [as:…] before it')
  const window = text.slice(at, at + maxMarkLength)
  const end = window.indexOf(']')
  const nested = window.indexOf('[', 1)
  if (end < 0 || (nested > 0 && nested < end))
    throw new MarkError(at, nested > 0 ? window.slice(0, nested) : window, 'it has no ]')
  const mark = { at, written: window.slice(0, end + 1) }
  const value = window.slice(name.length + 2, end)
  const behind = at + end + 1
  if (name === 'pause') parts.pause(mark, valueAt(mark, pauseMsOf(value)))
  else if (name === 'rate') parts.rate(mark, valueAt(mark, rateOf(value)))
  else if (name === 'voice') parts.voice(mark, valueAt(mark, voiceIdOf(value)))
  else if (name === 'say') {
    const [shown = '', ipa, ...more] = value.split('|')
    if (shown.trim() === '' || ipa === undefined || more.length > 0) throw new MarkError(at, mark.written, reasons.say)
    const word = shown.trim()
    parts.say(mark, { text: word, shown: word, phonemes: valueAt(mark, ipaOf(ipa)) })
  } else return readAsUntilItsEnd(parts, text, { mark, value, behind })
  return behind
}

type Opened = { mark: { at: number; written: string }; value: string; behind: number }

function readAsUntilItsEnd(parts: PartsOfText, text: string, { mark, value, behind }: Opened): number {
  const kind = value.trim().toLowerCase()
  if (!isReadAs(kind)) throw new MarkError(mark.at, mark.written, reasons.as)
  const bracket = text.indexOf('[', behind)
  if (bracket < 0) throw new MarkError(mark.at, mark.written, 'it has no [/as]')
  const other = nameAt(text, bracket)
  if (other !== closingAs)
    throw new MarkError(mark.at, mark.written, other ? 'it has another mark before its [/as]' : reasons[kind])
  const shown = text.slice(behind, bracket)
  const spoken = valueAt(mark, readAs(kind, shown))
  parts.say(mark, { text: spoken, shown, ...(kind === 'date' && { as: 'date' }) })
  return bracket + closingAs.length + 1
}

const isReadAs = (kind: string): kind is ReadAs => kind === 'digits' || kind === 'date' || kind === 'spell'
