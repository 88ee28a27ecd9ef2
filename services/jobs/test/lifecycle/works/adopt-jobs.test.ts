import { randomUUID } from 'node:crypto'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { afterEach, expect, test } from 'vitest'
import { sectionJob } from '../../../src/domain/works/section-job.ts'
import { replaceParagraph } from '../../../src/domain/works/sections.ts'
import { submit } from '../../../src/lifecycle/submit/submit.ts'
import { editChapter } from '../../../src/lifecycle/works/edit-chapter.ts'
import { makeWork } from '../../support/a-work.ts'
import { openLifecycle } from '../../support/open-lifecycle.ts'

const lifecycle = await closedAfterAll(openLifecycle('jobs-works-adopted'))
const { deps } = lifecycle
afterEach(() => lifecycle.clear())

/** A work with a chapter of one section, spoken as it is after a change; and a job for its section as it was at a revision, which none names. */
async function withUnnamed(revision: number) {
  const userId = await lifecycle.account('creator')
  const work = await makeWork(lifecycle, userId, 'r', [300])
  await work.speakAll()
  const [outline] = await work.outlines()
  const chapterId = outline?._id ?? ''
  await editChapter(deps, { userId, workId: work.id, chapterId }, (sections) => {
    const id = sections[0]?.paragraphs[0]?.id ?? ''
    return replaceParagraph({ sections, newId: randomUUID }, { id, text: 'Changed.' })
  })
  await work.speakAll()
  const [chapter, document] = [await deps.chapters.read(userId, chapterId), await work.read()]
  const section = chapter?.sections[0]
  if (!chapter || !document || !section) throw new Error('the work is not there')
  const sound = section.sound
  const late = { ...section, revision, tries: 9 }
  const draft = sectionJob(document, chapter, late, randomUUID(), lifecycle.now())
  const { job } = await submit(deps, draft, { signedUpAt: lifecycle.now(), tier: 'creator', isFresh: true })
  return { userId, work, job, sound, section: async () => (await work.outlines())[0]?.sections[0] }
}

test.each([1, 2])('a late job of revision %i, which sounds already, is cancelled and deleted', async (revision) => {
  const { userId, work, job, sound, section } = await withUnnamed(revision)
  await deps.works.wake(userId, work.id, lifecycle.now())
  await work.advance()
  expect((await lifecycle.read(userId, job._id)).status).toBe('deleted')
  expect(await section()).toMatchObject({ sound, jobs: [sound?.jobId] })
  await lifecycle.sweep(userId)
  expect(await lifecycle.violationsAtRest(userId)).toEqual([])
})

test('a job for a change that is not spoken yet is named, and its end is the sound', async () => {
  const { userId, work, job, section } = await withUnnamed(3)
  const [outline] = await work.outlines()
  await deps.chapters.update({ _id: outline?._id ?? '', userId }, { $set: { 'sections.0.revision': 3 } })
  await deps.works.wake(userId, work.id, lifecycle.now())
  await work.advance()
  expect(await section()).toMatchObject({ job: { id: job._id, revision: 3 } })
  await work.speakAll()
  expect(await section()).toMatchObject({ sound: { jobId: job._id, revision: 3 } })
  await lifecycle.sweep(userId)
  expect(await lifecycle.violationsAtRest(userId)).toEqual([])
})
