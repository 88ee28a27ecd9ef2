import { expect, test } from 'vitest'
import { textOfDialogue } from '../src/markup/dialogue.ts'
import { sentenceOfFault } from '../src/markup/marks.ts'
import { markedText, textOfParts } from '../src/markup/markup.ts'

const speakers = [
  { name: 'Anna', voiceId: 'joe' },
  { name: 'Dr. Ben (old)', voiceId: 'awb' },
]
const read = (text: string) => {
  const marked = markedText(text, { speakers })
  return 'fault' in marked ? sentenceOfFault(marked.fault) : marked
}

test('a line that begins with a name is a turn, which goes on to the next one, and the name is not spoken', () => {
  expect(read('Night.\nAnna: Who is there?\nSay it.\n  Dr. Ben (old) : Me.')).toEqual({
    parts: [
      { text: 'Night.\n' },
      { text: 'Who is there?\nSay it.\n', voiceId: 'joe', speaker: 'Anna' },
      { text: 'Me.', voiceId: 'awb', speaker: 'Dr. Ben (old)' },
    ],
    marks: [
      { name: 'voice', at: 7, written: 'Anna:', voiceId: 'joe' },
      { name: 'voice', at: 35, written: 'Dr. Ben (old) :', voiceId: 'awb' },
    ],
    characters: 'Night.\nWho is there?\nSay it.\nMe.'.length,
  })
})

test('other names, and names within a line, are text', () => {
  expect(read('Carl: Anna: no.\nSo said Anna: no.')).toMatchObject({
    parts: [{ text: 'Carl: Anna: no.\nSo said Anna: no.' }],
    marks: [],
  })
  expect(markedText('Anna: no.')).toMatchObject({ parts: [{ text: 'Anna: no.' }] })
})

test('a mark holds to the end of its turn, in which it must end', () => {
  expect(read('Anna: [rate:0.8]Slow. [voice:kate]Other.\nDr. Ben (old): Own.')).toMatchObject({
    parts: [
      { text: 'Slow. ', rate: 0.8, voiceId: 'joe', speaker: 'Anna' },
      { text: 'Other.\n', rate: 0.8, voiceId: 'kate', speaker: 'Anna' },
      { text: 'Own.', voiceId: 'awb' },
    ],
  })
  expect(read('Anna: [as:date]2026\nDr. Ben (old): -11-27[/as]')).toBe('[as:date] at character 6: it has no [/as]')
})

test('turns that are sent as a list are lines, each of one', () => {
  const text = textOfDialogue([
    { speaker: 'Anna', text: ' Who?\r\nDr. Ben (old): is it you?' },
    { speaker: 'Dr. Ben (old)', text: 'Me.' },
  ])
  expect(text).toBe('Anna: Who? Dr. Ben (old): is it you?\nDr. Ben (old): Me.')
  const marked = markedText(text, { speakers })
  expect('parts' in marked && textOfParts(marked.parts)).toBe('Who? Dr. Ben (old): is it you?\nMe.')
})

test('a dialogue has at most 500 turns, however they are spread', () => {
  expect(read('Anna: a\n'.repeat(500))).toMatchObject({ characters: 1_000 })
  expect(read('Anna: a\n'.repeat(501))).toBe('Anna: at character 4000: a dialogue has at most 500 turns')
})

test('a text of names and colons alone is read in time that grows with its length', () => {
  const timeOf = (text: string) => {
    const begin = performance.now()
    for (let turn = 0; turn < 20; turn++) markedText(text, { speakers })
    return performance.now() - begin
  }
  timeOf('Anna: '.repeat(1_000))
  const unit = `${'Anna '.repeat(20)}\n${':'.repeat(60)}\n`
  // A scan that reads from each of its places to the end would take a hundred times as long.
  expect(timeOf(unit.repeat(200))).toBeLessThan(40 * Math.max(timeOf(unit.repeat(20)), 1))
})
