import { charactersPerWorkCall } from '@utter/contracts/http/works/requests'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  insertParagraph,
  moveParagraph,
  removeParagraph,
  replaceParagraph,
  sectionsOf,
} from '../../../src/domain/works/sections.ts'
import type { Paragraph, Section } from '../../../src/domain/works/work.ts'

let ids = 0
const newId = () => `id-${ids++}`
const paragraph = (length: number): Paragraph => ({ id: newId(), text: 'a'.repeat(length) })
const textsOf = (sections: Section[]) => sections.flatMap(({ paragraphs }) => paragraphs)
const lengths = fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 60 })

test('a chapter has no more sections than it has started 10,000 characters, with each paragraph once and in order', () => {
  fc.assert(
    fc.property(lengths, (all) => {
      const paragraphs = all.map(paragraph)
      const sections = sectionsOf(paragraphs, newId)
      const total = all.reduce((sum, length) => sum + length, 0)
      expect(sections.length).toBeLessThanOrEqual(Math.ceil(total / charactersPerWorkCall))
      expect(textsOf(sections)).toEqual(paragraphs)
      for (const { characters } of sections) expect(characters).toBeLessThan(2 * charactersPerWorkCall)
      expect(sections.reduce((sum, { characters }) => sum + characters, 0)).toBe(total)
    }),
  )
})

test.each([
  [[100], 1],
  [[5_000, 5_000], 1],
  [[10_000, 1], 2],
  [[9_999, 9_999, 9_999], 2],
  [[6_000, 6_000, 7_000], 2],
])('%j are %i sections', (all, count) => {
  expect(sectionsOf(all.map(paragraph), newId)).toHaveLength(count)
})

test('marks are no characters of a section', () => {
  const marked = { id: newId(), text: `${'a'.repeat(9_990)} [pause:2s] b` }
  expect(sectionsOf([marked, paragraph(1)], newId)).toHaveLength(1)
})

type Act = { kind: 'insert' | 'remove' | 'move' | 'replace'; at: number; after: number; length: number }
const acts = fc.array(
  fc.record({
    kind: fc.constantFrom<Act['kind']>('insert', 'remove', 'move', 'replace'),
    at: fc.nat(1_000),
    after: fc.integer({ min: -1, max: 1_000 }),
    length: fc.integer({ min: 1, max: 10_000 }),
  }),
  { maxLength: 40 },
)

/** The same acts on a plain list. */
function onList(
  list: Paragraph[],
  { kind, paragraph: one, after }: { kind: Act['kind']; paragraph: Paragraph; after: string | undefined },
) {
  const rest = list.filter(({ id }) => id !== one.id)
  if (kind === 'remove') return rest
  if (kind === 'replace') return list.map((other) => (other.id === one.id ? one : other))
  if (kind === 'move' && after === one.id) return list
  const place = after === undefined ? 0 : rest.findIndex(({ id }) => id === after) + 1
  return [...rest.slice(0, place), one, ...rest.slice(place)]
}

test('edits keep the order of a plain list, change the sections that they touch alone, and no section grows beyond 20,000', () => {
  fc.assert(
    fc.property(lengths, acts, (all, given) => {
      let sections = sectionsOf(all.map(paragraph), newId).map((section) => ({ ...section, jobs: [newId()] }))
      let list = textsOf(sections)
      const removed: string[] = []
      for (const { kind, at, after: afterAt, length } of given) {
        if (list.length === 0) return
        const found = list[at % list.length] as Paragraph
        const after = afterAt < 0 ? undefined : list[afterAt % list.length]?.id
        const one =
          kind === 'insert' ? paragraph(length) : kind === 'replace' ? { ...found, text: 'b'.repeat(length) } : found
        const change = { sections, newId }
        const edited = {
          insert: () => insertParagraph(change, one, after),
          remove: () => removeParagraph(change, one.id),
          move: () => moveParagraph(change, one, after),
          replace: () => replaceParagraph(change, one),
        }[kind]()
        const before = new Map(sections.map((section) => [section.id, section]))
        list = onList(list, { kind, paragraph: one, after })
        expect(textsOf(edited.sections)).toEqual(list)
        for (const section of edited.sections) {
          const earlier = before.get(section.id)
          const isSame = JSON.stringify(earlier?.paragraphs) === JSON.stringify(section.paragraphs)
          if (isSame) expect(section.revision).toBe(earlier?.revision)
          if (!isSame && earlier) expect(section.revision).toBe(earlier.revision + 1)
          expect(section.characters).toBe(section.paragraphs.reduce((sum, { text }) => sum + text.length, 0))
          expect(section.characters).toBeLessThanOrEqual(2 * charactersPerWorkCall)
        }
        removed.push(...edited.removedJobs)
        const left = new Set(edited.sections.flatMap(({ jobs }) => jobs))
        // A job is named by its section, or is to be removed: none is forgotten.
        for (const { jobs } of sections)
          for (const job of jobs) expect(left.has(job) || removed.includes(job)).toBe(true)
        sections = edited.sections.map((section) =>
          section.jobs.length > 0 ? section : { ...section, jobs: [newId()] },
        )
      }
    }),
    { numRuns: 60 },
  )
})

test('what changes nothing leaves every section as it is', () => {
  const sections = sectionsOf([paragraph(9_000), paragraph(9_000), paragraph(9_000)], newId)
  const [first, second] = textsOf(sections) as [Paragraph, Paragraph]
  const change = { sections, newId }
  const same = [
    replaceParagraph(change, { ...second }),
    moveParagraph(change, second, first.id),
    moveParagraph(change, first, undefined),
    moveParagraph(change, second, second.id),
  ]
  for (const edited of same) for (const [index, one] of edited.sections.entries()) expect(one).toBe(sections[index])
})
