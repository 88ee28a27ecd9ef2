import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { insertParagraph, removeParagraph, replaceParagraph } from '../../../src/domain/works/sections.ts'
import type { Paragraph } from '../../../src/domain/works/work.ts'
import { pauseWork } from '../../../src/lifecycle/works/change-state.ts'
import { editChapter } from '../../../src/lifecycle/works/edit-chapter.ts'
import { makeWork } from '../../support/a-work.ts'
import { openLifecycle } from '../../support/open-lifecycle.ts'

const lifecycle = await closedAfterAll(openLifecycle('jobs-works-edit'))
const { deps } = lifecycle
const newId = () => crypto.randomUUID()

async function spokenWork(...lengths: number[]) {
  const userId = await lifecycle.account('creator')
  const work = await makeWork(lifecycle, userId, 'r', lengths)
  await work.speakAll()
  const [outline] = await work.outlines()
  const before = outline?.sections.map(({ sound }) => sound?.jobId ?? '') ?? []
  const place = { userId, workId: work.id, chapterId: outline?._id ?? '' }
  const paragraphs = async (): Promise<Paragraph[]> =>
    (await deps.chapters.read(userId, place.chapterId))?.sections.flatMap((section) => section.paragraphs) ?? []
  const change = (paragraph: Paragraph) =>
    editChapter(deps, place, (sections) => replaceParagraph({ sections, newId }, paragraph))
  const past = async () => (await deps.chapters.readWithPast(userId, place.chapterId))?.past
  return { userId, work, before, place, paragraphs, change, past }
}
const used = async (userId: string) => {
  const allowance = await lifecycle.allowance(userId)
  return allowance.used - allowance.adjustment
}

test('a changed paragraph is spoken with its section alone, which plays as before until then', async () => {
  const { userId, work, before, paragraphs, change } = await spokenWork(10_000, 10_000, 10_000)
  const [, second] = await paragraphs()
  await change({ ...(second as Paragraph), text: 'Another text.' })
  expect(await work.read()).toMatchObject({ state: 'speaking' })
  const [during] = await work.outlines()
  expect(during?.sections[1]).toMatchObject({ revision: 2, sound: { jobId: before[1], revision: 1 } })
  const after = await work.speakAll()
  expect(after).toHaveLength(1)
  expect(after[0]?.userText).toBe('Another text.')
  expect(await work.read()).toMatchObject({ state: 'completed' })
  const [chapter] = await work.outlines()
  expect(chapter?.sections.map(({ sound }) => sound?.jobId)).toEqual([before[0], after[0]?._id, before[2]])
  // The one before is deleted, and what is played is named alone.
  expect(await deps.jobs.read(userId, before[1] ?? '')).toMatchObject({ status: 'deleted' })
  expect(chapter?.sections[1]?.jobs).toEqual([after[0]?._id])
  expect(await used(userId)).toBe(4)
})

test('a section that had all of its pieces before costs nothing', async () => {
  const { userId, work, place, paragraphs } = await spokenWork(3_000, 3_000)
  const [first] = await paragraphs()
  await editChapter(deps, place, (sections) => removeParagraph({ sections, newId }, first?.id ?? ''))
  const [job] = await work.speakAll(0)
  expect(await lifecycle.read(userId, job?._id ?? '')).toMatchObject({ status: 'completed', call: { owed: false } })
  const [chapter] = await work.outlines()
  expect(chapter?.calls).toBe(1)
  expect(await used(userId)).toBe(1)
  await lifecycle.sweep(userId)
  expect(await lifecycle.violationsAtRest(userId)).toEqual([])
})

test.each([0, 1, 2])('of three sections that of place %i goes with its paragraph', async (at) => {
  const { userId, work, before, place, paragraphs } = await spokenWork(10_000, 10_000, 300)
  const all = await paragraphs()
  await editChapter(deps, place, (sections) => removeParagraph({ sections, newId }, all[at]?.id ?? ''))
  expect(await paragraphs()).toEqual(all.toSpliced(at, 1))
  expect(await work.speakAll()).toEqual([])
  const [chapter] = await work.outlines()
  expect(chapter?.sections.map(({ sound }) => sound?.jobId)).toEqual(before.toSpliced(at, 1))
  expect(await deps.jobs.read(userId, before[at] ?? '')).toMatchObject({ status: 'deleted' })
})

test('a paragraph that is changed while its section is spoken is spoken once that has ended', async () => {
  const userId = await lifecycle.account('creator')
  const work = await makeWork(lifecycle, userId, 'r', [100, 100])
  await work.advance()
  const [job] = await work.inFlight()
  const [outline] = await work.outlines()
  const place = { userId, workId: work.id, chapterId: outline?._id ?? '' }
  await editChapter(deps, place, (sections) =>
    insertParagraph({ sections, newId }, { id: newId(), text: 'Late.' }, undefined),
  )
  if (job) await work.report(job)
  const spoken = await work.speakAll()
  expect(spoken).toHaveLength(1)
  expect(spoken[0]?.userText.startsWith('Late.')).toBe(true)
  expect(await work.read()).toMatchObject({ state: 'completed' })
})

test('versions are read by an edit and for their list alone', async () => {
  const { userId, work, place, paragraphs, change, past } = await spokenWork(300)
  const [first] = await paragraphs()
  await change({ ...(first as Paragraph), text: 'Another text.' })
  expect(await past()).toMatchObject([{ paragraphId: first?.id, text: first?.text, until: expect.any(Date) }])
  expect(await deps.chapters.read(userId, place.chapterId)).not.toHaveProperty('past')
  expect((await work.outlines())[0]).not.toHaveProperty('past')
  const update = deps.chapters.update({ _id: place.chapterId, userId }, { $set: { calls: 1 } })
  expect(await update).not.toHaveProperty('past')
})

test('paused, a change is kept and not spoken', async () => {
  const { userId, work, paragraphs, change } = await spokenWork(10_000, 300)
  const [first, second] = await paragraphs()
  await change({ ...(first as Paragraph), text: 'One.' })
  await pauseWork(deps, userId, work.id)
  await change({ ...(second as Paragraph), text: 'Two.' })
  await work.advance()
  expect(await work.inFlight()).toEqual([])
  expect((await paragraphs()).map(({ text }) => text)).toEqual(['One.', 'Two.'])
  expect(await work.read()).toMatchObject({ state: 'paused' })
})

test('what is the same changes nothing, and a chapter too large is refused', async () => {
  const { work, paragraphs, change, place } = await spokenWork(...Array.from({ length: 10 }, () => 9_999))
  const [first] = await paragraphs()
  const before = (await work.outlines())[0]?.rev
  await change(first as Paragraph)
  expect((await work.outlines())[0]?.rev).toBe(before)
  const more = { id: newId(), text: 'b'.repeat(100) }
  await expect(
    editChapter(deps, place, (sections) => insertParagraph({ sections, newId }, more, undefined)),
  ).rejects.toMatchObject({ status: 400 })
})

test('a work does not grow beyond a million characters', async () => {
  const userId = await lifecycle.account('creator')
  const full = Array.from({ length: 10 }, () => Array.from({ length: 10 }, () => 9_999))
  const work = await makeWork(lifecycle, userId, 'r', ...full)
  const chapterId = (await work.outlines())[0]?._id ?? ''
  const place = { userId, workId: work.id, chapterId }
  const add = (length: number) =>
    editChapter(deps, place, (sections) =>
      insertParagraph({ sections, newId }, { id: newId(), text: 'b'.repeat(length) }, undefined),
    )
  await add(10)
  await expect(add(100)).rejects.toMatchObject({ status: 400 })
})

test('of edits at once none is lost, nor what was there before', async () => {
  const { paragraphs, change, past } = await spokenWork(10_000, 10_000, 300)
  const all = await paragraphs()
  await Promise.all(all.map((one, index) => change({ ...one, text: `New ${index}.` })))
  expect((await paragraphs()).map(({ text }) => text)).toEqual(['New 0.', 'New 1.', 'New 2.'])
  expect((await past())?.map(({ text }) => text).sort()).toEqual(all.map(({ text }) => text).sort())
})

test.each(['edit-announced', 'chapter-edited'])(
  'a death at %s: the change is whole or not there, and is spoken',
  async (at) => {
    const { work, paragraphs, place, userId } = await spokenWork(300)
    const [first] = await paragraphs()
    const dying = {
      ...deps,
      chapters: {
        ...deps.chapters,
        async update(...given: Parameters<typeof deps.chapters.update>) {
          if (at === 'edit-announced') throw new Error('dead')
          await deps.chapters.update(...given)
          throw new Error('dead')
        },
      },
    }
    const changed = { ...(first as Paragraph), text: 'Changed.' }
    await expect(
      editChapter(dying, place, (sections) => replaceParagraph({ sections, newId }, changed)),
    ).rejects.toThrow('dead')
    const spoken = await work.speakAll()
    expect(spoken).toHaveLength(at === 'edit-announced' ? 0 : 1)
    expect(await work.read()).toMatchObject({ state: 'completed' })
    expect(userId).toBe(place.userId)
  },
)
