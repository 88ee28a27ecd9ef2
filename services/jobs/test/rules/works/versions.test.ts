import { expect, test } from 'vitest'
import {
  insertParagraph,
  moveParagraph,
  removeParagraph,
  replaceParagraph,
} from '../../../src/domain/works/sections.ts'
import { pastAfter, takeBack } from '../../../src/domain/works/versions.ts'
import type { ChapterWithPast, Paragraph, PastParagraph, Section } from '../../../src/domain/works/work.ts'

let ids = 0
const newId = () => `id-${ids++}`
const now = new Date('2026-03-20T12:00:00Z')
const one: Paragraph = { id: 'one', text: 'One.' }
const two: Paragraph = { id: 'two', text: 'Two.', speaker: 'Ines', voiceId: 'emma' }
const three: Paragraph = { id: 'three', text: 'Three.' }

const sectionOf = (...paragraphs: Paragraph[]): Section => ({
  ...{ id: newId(), revision: 1, characters: 1, paragraphs, tries: 0, jobs: [] },
})
/** Two sections, the first of which has two paragraphs. */
const sections = () => [sectionOf(one, two), sectionOf(three)]
const chapterOf = (given: Section[], past?: PastParagraph[]) =>
  ({ sections: given, ...(past && { past }) }) as ChapterWithPast
const pastOf = (before: Section[], after: Section[], past?: PastParagraph[]) =>
  pastAfter(chapterOf(before, past), after, { now, newId })
const version = (more: Partial<PastParagraph> = {}): PastParagraph => ({
  ...{ id: newId(), paragraphId: 'two', text: 'Two before.', after: 'one', until: now },
  ...more,
})
const texts = (given: Section[]) => given.flatMap(({ paragraphs }) => paragraphs.map(({ text }) => text))

test.each<[string, Partial<Paragraph>]>([
  ['text', { text: 'Other.' }],
  ['voice', { voiceId: 'joe' }],
  ['speaker', { speaker: 'Jo' }],
])('another %s makes a version of all that the paragraph was', (_, change) => {
  const before = sections()
  const { sections: after } = replaceParagraph({ sections: before, newId }, { ...two, ...change })
  expect(pastOf(before, after)).toEqual([
    {
      id: expect.any(String),
      paragraphId: 'two',
      text: 'Two.',
      voiceId: 'emma',
      speaker: 'Ines',
      after: 'one',
      until: now,
    },
  ])
})

test('a removed paragraph is a version too, also the first one, and the last one of its section', () => {
  const before = sections()
  const without = (id: string) => pastOf(before, removeParagraph({ sections: before, newId }, id).sections)
  expect(without('three')).toMatchObject([{ text: 'Three.', after: 'two', removed: true }])
  const [first] = without('one')
  expect(first).toMatchObject({ text: 'One.', removed: true })
  expect(first).not.toHaveProperty('after')
})

test('a move, an insertion and the same text make none', () => {
  const [before, past] = [sections(), [version()]]
  for (const { sections: after } of [
    moveParagraph({ sections: before, newId }, one, 'three'),
    insertParagraph({ sections: before, newId }, { id: 'four', text: 'Four.' }, 'one'),
    replaceParagraph({ sections: before, newId }, { ...two }),
  ])
    expect(pastOf(before, after, past)).toEqual(past)
})

test('the newest hundred stay, and a hundred thousand characters of them', () => {
  const before = sections()
  const after = replaceParagraph({ sections: before, newId }, { ...one, text: 'Other.' }).sections
  const many = Array.from({ length: 100 }, () => version())
  expect(pastOf(before, after, many).map(({ text }) => text)).toEqual([
    'One.',
    ...many.slice(1).map(({ text }) => text),
  ])
  const long = Array.from({ length: 10 }, (_, index) => version({ text: `${index}`.padEnd(10_000, 'a') }))
  expect(pastOf(before, after, long).map(({ text }) => text[0])).toEqual(['O', ...'012345678'])
})

test('a changed paragraph is as it was, where it is now', () => {
  const change = { sections: moveParagraph({ sections: sections(), newId }, two, 'three').sections, newId }
  const back = takeBack(change, version({ speaker: 'Jo' }))
  expect(back.sections.flatMap(({ paragraphs }) => paragraphs)).toEqual([
    one,
    three,
    { id: 'two', text: 'Two before.', speaker: 'Jo' },
  ])
})

test.each<[string, string | undefined, string[]]>([
  ['behind the one that it followed', 'one', ['One.', 'Two before.', 'Three.']],
  ['as the first one, if it was that', undefined, ['Two before.', 'One.', 'Three.']],
  ['at the end, where that is gone too', 'gone', ['One.', 'Three.', 'Two before.']],
])('a removed paragraph is back %s', (_, follows, expected) => {
  const change = { sections: removeParagraph({ sections: sections(), newId }, 'two').sections, newId }
  const { after: _after, ...rest } = version({ removed: true })
  expect(texts(takeBack(change, { ...rest, ...(follows && { after: follows }) }).sections)).toEqual(expected)
})
