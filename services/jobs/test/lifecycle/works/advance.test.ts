import { randomUUID } from 'node:crypto'
import { SpeechStarted } from '@utter/contracts/events/speech-started'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { removeParagraph } from '../../../src/domain/works/sections.ts'
import { advanceWork } from '../../../src/lifecycle/works/advance.ts'
import { cancelWork, deleteWork, pauseWork, resumeWork } from '../../../src/lifecycle/works/change-state.ts'
import { editChapter } from '../../../src/lifecycle/works/edit-chapter.ts'
import { maxSectionsInFlight } from '../../../src/lifecycle/works/submit-sections.ts'
import { makeWork } from '../../support/a-work.ts'
import { openLifecycle } from '../../support/open-lifecycle.ts'

const lifecycle = await closedAfterAll(openLifecycle('jobs-works-advance'))
const { deps } = lifecycle
const usedBy = async (userId: string) => {
  const { used, adjustment } = await lifecycle.allowance(userId)
  return used - adjustment
}
const long = Array.from({ length: 10 }, () => 10_000)

test('a work is spoken section by section, three at once, each a call, and is completed', async () => {
  const userId = await lifecycle.account('creator')
  const work = await makeWork(lifecycle, userId, 'r', long, [300, 200])
  await work.advance()
  expect(await work.inFlight()).toHaveLength(maxSectionsInFlight)
  const jobs = await work.speakAll()
  expect(jobs).toHaveLength(11)
  expect(await work.read()).toMatchObject({ state: 'completed' })
  expect((await work.read())?.dueAt).toBeUndefined()
  const [first, second] = await work.outlines()
  expect([first?.calls, second?.calls]).toEqual([10, 1])
  expect(await usedBy(userId)).toBe(11)
  // Kept as long as the work is.
  for (const { _id } of jobs) expect((await lifecycle.read(userId, _id)).expiresAt).toBeUndefined()
  expect((await work.read())?.expiresAt?.getTime()).toBeGreaterThan(lifecycle.now().getTime())
  await lifecycle.sweep(userId)
  expect(await lifecycle.violationsAtRest(userId)).toEqual([])
})

test('single jobs go before those of a work, and a batch does', async () => {
  const userId = await lifecycle.account('creator')
  const work = await makeWork(lifecycle, userId, 'r', long)
  await work.advance()
  const [section] = await work.inFlight()
  expect(section).toMatchObject({ lane: 'bulk', batch: 2 })
  expect(section?.cacheKey).toBeUndefined()
})

test('each paragraph is a part by itself, in its own voice and with its marks, with a pause between two', async () => {
  const userId = await lifecycle.account('creator')
  const work = await makeWork(lifecycle, userId, 'r', [20, 20])
  const [outline] = await work.outlines()
  const chapter = await deps.chapters.read(userId, outline?._id ?? '')
  const [section] = chapter?.sections ?? []
  const paragraphs = section?.paragraphs.map((one, index) =>
    index === 0 ? { ...one, voiceId: 'joe' } : { ...one, text: 'Wait [pause:1.5s] here [voice:joe]he said.' },
  )
  await deps.chapters.update({ _id: chapter?._id ?? '', userId }, { $set: { 'sections.0.paragraphs': paragraphs } })
  await work.advance()
  const [job] = await work.inFlight()
  expect(job?.parts).toMatchObject([
    { text: expect.stringContaining('word'), voiceId: 'joe' },
    { pauseMs: 150 },
    { text: 'Wait ' },
    { pauseMs: 1_500 },
    { text: ' here ' },
    { text: 'he said.\n', voiceId: 'joe' },
  ])
})

test('without a call left it is paused with the reason, and goes on when it is resumed', async () => {
  const userId = await lifecycle.account('creator', 2)
  const work = await makeWork(lifecycle, userId, 'r', long)
  await deps.allowances.change(
    { _id: userId, rev: (await lifecycle.allowance(userId)).rev },
    { $set: { overageCalls: 0 } },
  )
  const jobs = await work.speakAll()
  expect(jobs).toHaveLength(2)
  expect(await work.read()).toMatchObject({ state: 'paused', reason: expect.stringMatching(/limit reached$/) })
  const { rev } = await lifecycle.allowance(userId)
  await deps.allowances.change({ _id: userId, rev }, { $inc: { callLimit: 100, planCalls: 100 } })
  expect(await resumeWork(deps, userId, work.id)).toMatchObject({ state: 'speaking' })
  await work.speakAll()
  const after = await work.read()
  expect(after).toMatchObject({ state: 'completed' })
  expect(after?.reason).toBeUndefined()
  expect(await usedBy(userId)).toBe(10)
})

test('a plan without works pauses it', async () => {
  const userId = await lifecycle.account('starter')
  const work = await makeWork(lifecycle, userId, 'r', [20])
  await work.advance()
  expect(await work.read()).toMatchObject({ state: 'paused', reason: 'Works are available from the creator plan' })
  expect(await usedBy(userId)).toBe(0)
})

test('paused, nothing else is begun, and what ends meanwhile is kept', async () => {
  const userId = await lifecycle.account('creator')
  const work = await makeWork(lifecycle, userId, 'r', long)
  await work.advance()
  expect(await pauseWork(deps, userId, work.id)).toMatchObject({ state: 'paused' })
  expect(await work.speakAll()).toHaveLength(3)
  expect(await work.read()).toMatchObject({ state: 'paused' })
  expect((await work.read())?.dueAt).toBeUndefined()
  await resumeWork(deps, userId, work.id)
  expect(await work.speakAll()).toHaveLength(7)
  expect(await work.read()).toMatchObject({ state: 'completed' })
  await expect(pauseWork(deps, userId, work.id)).rejects.toMatchObject({ status: 409 })
})

test('cancelled, what has not begun is free, what was spoken stays, and it is not resumed', async () => {
  const userId = await lifecycle.account('creator')
  const work = await makeWork(lifecycle, userId, 'r', long)
  await work.advance()
  const [spoken] = await work.inFlight()
  if (spoken) await work.report(spoken)
  await cancelWork(deps, userId, work.id)
  await work.advance()
  expect(await work.inFlight()).toEqual([])
  expect(await work.read()).toMatchObject({ state: 'cancelled' })
  expect(await usedBy(userId)).toBe(1)
  await expect(resumeWork(deps, userId, work.id)).rejects.toMatchObject({ status: 409 })
})

test('of two works of an account one waits for room, and is spoken when there is some', async () => {
  const userId = await lifecycle.account('creator')
  const [one, other] = [
    await makeWork(lifecycle, userId, 'r', long),
    await makeWork(lifecycle, userId, 's', [10_000, 300]),
  ]
  await one.advance()
  await other.advance()
  expect(await other.inFlight()).toEqual([])
  expect(await other.read()).toMatchObject({ state: 'speaking', waits: true })
  for (const job of await one.inFlight()) await one.report(job)
  await lifecycle.flushed()
  await other.advance()
  expect(await other.inFlight()).toHaveLength(2)
  expect((await other.read())?.waits).toBeUndefined()
  await other.speakAll()
  await one.speakAll()
  expect([(await one.read())?.state, (await other.read())?.state]).toEqual(['completed', 'completed'])
})

test('a section that fails costs nothing, the others are spoken, and resume tries it again', async () => {
  const userId = await lifecycle.account('creator')
  const work = await makeWork(lifecycle, userId, 'r', [10_000, 10_000, 10_000])
  await work.advance()
  const [first] = await work.inFlight()
  if (first) await work.fail(first)
  expect(await work.speakAll()).toHaveLength(2)
  expect(await work.read()).toMatchObject({ state: 'failed' })
  expect(await usedBy(userId)).toBe(2)
  await resumeWork(deps, userId, work.id)
  expect(await work.speakAll()).toHaveLength(1)
  expect(await work.read()).toMatchObject({ state: 'completed' })
  expect(await usedBy(userId)).toBe(3)
})

test('an examination that comes twice, or beside another, submits no section twice', async () => {
  const userId = await lifecycle.account('creator')
  const work = await makeWork(lifecycle, userId, 'r', long)
  const found = await work.read()
  if (found) await Promise.all([1, 2, 3].map(() => advanceWork(deps, found)))
  const jobs = await work.speakAll()
  expect(new Set(jobs.map(({ section }) => section?.id)).size).toBe(jobs.length)
  expect(await usedBy(userId)).toBe(10)
})

test('deleted, it is not shown at once, and a minute later nothing of it is left', async () => {
  const userId = await lifecycle.account('creator')
  const work = await makeWork(lifecycle, userId, 'r', long)
  await work.advance()
  const [spoken] = await work.inFlight()
  if (spoken) await work.report(spoken)
  await deleteWork(deps, userId, work.id)
  await expect(pauseWork(deps, userId, work.id)).rejects.toMatchObject({ status: 404 })
  await work.advance()
  expect(await work.read()).toBeNull()
  expect(await work.outlines()).toEqual([])
  expect(await deps.jobs.ofWork(userId, work.id)).toEqual([])
  expect(await usedBy(userId)).toBe(1)
})

test('deleted when each job of it is gone already, speech learns of it nevertheless', async () => {
  const userId = await lifecycle.account('creator')
  const work = await makeWork(lifecycle, userId, 'r', [10_000, 10_000, 10_000, 300])
  await work.advance()
  await pauseWork(lifecycle.deps, userId, work.id)
  for (const job of await work.inFlight()) await work.report(job)
  await work.advance()
  const [outline] = await work.outlines()
  const place = { userId, workId: work.id, chapterId: outline?._id ?? '' }
  for (const { sound, paragraphs } of outline?.sections ?? [])
    if (sound)
      await editChapter(lifecycle.deps, place, (sections) =>
        removeParagraph({ sections, newId: randomUUID }, paragraphs[0]?.id ?? ''),
      )
  await work.advance()
  expect(await lifecycle.deps.jobs.ofWork(userId, work.id)).toEqual([])
  await deleteWork(lifecycle.deps, userId, work.id)
  expect(await work.advance()).toBeNull()
  await lifecycle.sweep(userId)
  const named = lifecycle.published.filter(({ data }) => (data as { workId?: string }).workId === work.id)
  expect(named.map(({ event }) => event.type).filter((type) => type.endsWith('deleted'))).toEqual(['work-deleted'])
})

test('a job whose speech has begun ends first, and is deleted then', async () => {
  const userId = await lifecycle.account('creator')
  const work = await makeWork(lifecycle, userId, 'r', [100])
  await work.advance()
  const [job] = await work.inFlight()
  if (job) await lifecycle.handle(SpeechStarted, userId, { jobId: job._id, attempt: 1 })
  await deleteWork(deps, userId, work.id)
  await work.advance()
  expect(await work.read()).toMatchObject({ state: 'deleting' })
  if (job) await work.report(job)
  await work.advance()
  expect(await work.read()).toBeNull()
  expect(await deps.jobs.read(userId, job?._id ?? '')).toMatchObject({ status: 'deleted' })
})

test('with its account all of it goes', async () => {
  const userId = await lifecycle.account('creator')
  const work = await makeWork(lifecycle, userId, 'r', [100])
  await deps.erasure.erase(userId)
  expect(await work.read()).toBeNull()
  expect(await work.outlines()).toEqual([])
})
