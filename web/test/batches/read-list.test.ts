import { describe, expect, test } from 'vitest'
import { checkList } from '../../src/features/batches/make/check-list.ts'
import { formatOf, readList } from '../../src/features/batches/make/read-list.ts'
import { aVoice } from '../answers/jobs.ts'

describe('a list is read', () => {
  test.each([
    ['voices.csv', 'Anything', 'csv'],
    ['a.ndjson', 'Anything', 'jsonl'],
    ['notes.txt', 'text,voice', 'lines'],
    [undefined, '\n{"text": "a"}', 'jsonl'],
    [undefined, 'User text;Voice ID\nA;b', 'csv'],
    [undefined, 'The text, and its voice\nA line', 'lines'],
    [undefined, 'Hello, world', 'lines'],
    [undefined, 'title,text,voice\nA,b,c', 'csv'],
    [undefined, 'Text 1\nText 2', 'lines'],
  ])('as its name or its look says: %s, %j is %s', (name, text, format) => {
    expect(formatOf(text, name)).toBe(format)
  })

  test('as plain lines, empty ones left out, by their numbers', () => {
    expect(readList('\uFEFFOne\r\n\r\n  Two  \n').lines).toEqual([
      { line: 1, text: 'One' },
      { line: 3, text: 'Two' },
    ])
  })

  test('as CSV, with cells of several lines, numbered as the editor does', () => {
    const text = 'title,text,voice,kind\nA,"One, and\ntwo",heart,\n\nB,"Say ""three""",,reply\n'
    expect(readList(text, 'a.csv')).toEqual({
      format: 'csv',
      lines: [
        { line: 2, text: 'One, and\ntwo', voice: 'heart' },
        { line: 5, text: 'Say "three"', kind: 'reply' },
      ],
      faults: [],
      unread: ['title'],
    })
  })

  test('as CSV of one column without a heading: its first line is a text too', () => {
    expect(readList('One\nTwo', 'a.csv').lines).toEqual([
      { line: 1, text: 'One' },
      { line: 2, text: 'Two' },
    ])
  })

  test.each([
    ['a.csv', 'name,voice\nA,b', { line: 1, field: 'line', message: 'The first line has to name a column ‘text’' }],
    ['a.csv', 'text,voice\n"open,b', { line: 2, field: 'line', message: 'A quotation mark is not closed' }],
    ['a.csv', 'text,voice\nA,b,c', { line: 2, field: 'line', message: 'It has more cells than there are columns' }],
    ['a.jsonl', '{"text": "A"}\n{"text": ', { line: 2, field: 'line', message: 'This is no JSON object' }],
    ['a.jsonl', '{"text": 1}', { line: 1, field: 'text', message: 'The text has to be a text' }],
  ])('with a fault at its line: %s, %j', (name, text, fault) => {
    expect(readList(text, name).faults).toEqual([fault])
  })

  test('as JSON Lines, by the names of the API too', () => {
    expect(readList('{"userText":"A","voiceId":"heart","kind":"tts","mood":"x"}')).toMatchObject({
      lines: [{ line: 1, text: 'A', voice: 'heart', kind: 'tts' }],
      unread: ['mood'],
    })
  })
})

describe('each line is checked', () => {
  const options = { kind: 'tts' as const, voices: [aVoice('af_heart', 'Heart')], isWhole: true, charactersPerCall: 10 }

  test.each([
    [{ text: '' }, 'text', 'User text is required'],
    [{ text: 'x'.repeat(11) }, 'text', 'It has 11 characters, and 10 are the most'],
    [{ text: 'A', voice: 'Nobody' }, 'voice', 'No voice is called ‘Nobody’'],
    [{ text: 'A', kind: 'song' }, 'kind', 'kind has to be tts or reply'],
  ])('%j: its %s', (written, field, message) => {
    expect(checkList([{ line: 7, ...written }], options)).toEqual({
      checked: [],
      faults: [{ line: 7, field, message }],
    })
  })

  test('a voice may be written by its name; marks are no characters; a voice is not refused while voices are unknown', () => {
    const lines = [
      { line: 1, text: 'Hi', voice: 'heart' },
      { line: 2, text: 'Hi [pause:1.5s] you' },
    ]
    expect(checkList(lines, options).checked).toEqual([
      { line: 1, userText: 'Hi', kind: 'tts', voiceId: 'af_heart' },
      { line: 2, userText: 'Hi [pause:1.5s] you', kind: 'tts' },
    ])
    expect(checkList(lines, { ...options, voices: undefined, isWhole: false }).faults).toEqual([])
  })
})
