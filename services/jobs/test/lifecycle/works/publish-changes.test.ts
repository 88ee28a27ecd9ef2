import { randomUUID } from 'node:crypto'
import type { DataOf } from '@utter/contracts/event'
import type { JobFinished } from '@utter/contracts/events/job-finished'
import type { WorkChanged } from '@utter/contracts/events/works/work-changed'
import type { OutgoingEvent } from '@utter/messaging/outgoing-event'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { createMortal, Death } from '@utter/testing/faults/mortal'
import { afterEach, expect, test } from 'vitest'
import type { LifecycleDeps } from '../../../src/deps.ts'
import { replaceParagraph } from '../../../src/domain/works/sections.ts'
import { advanceWork } from '../../../src/lifecycle/works/advance.ts'
import { cancelWork, pauseWork, resumeWork } from '../../../src/lifecycle/works/change-state.ts'
import { editChapter } from '../../../src/lifecycle/works/edit-chapter.ts'
import { makeWork, type workOf } from '../../support/a-work.ts'
import { openLifecycle } from '../../support/open-lifecycle.ts'

const lifecycle = await closedAfterAll(openLifecycle('jobs-works-publish'))
const { deps } = lifecycle
afterEach(() => lifecycle.clear())

type Work = ReturnType<typeof workOf>
type Change = { version: number; data: DataOf<typeof WorkChanged> }
const changesOf = ({ id }: Work): Change[] =>
  lifecycle.published
    .filter(({ event }) => event.type === 'work-changed')
    .map(({ version, data }) => ({ version, data: data as Change['data'] }))
    .filter(({ data }) => data.workId === id)
/** Published changes of a chapter, by its title, in one line each. */
const ofChapter = (work: Work, title: string) =>
  changesOf(work).flatMap(({ data: { chapter } }) =>
    chapter?.title === title ? `${chapter.revision} ${chapter.state} ${chapter.progress}` : [],
  )
const ofStates = (work: Work) =>
  changesOf(work).flatMap(({ data }) => (data.chapter ? [] : `${data.version} ${data.state}`))
const placeOf = async (userId: string, work: Work, at = 0) => {
  const chapter = (await work.outlines())[at]
  return {
    place: { userId, workId: work.id, chapterId: chapter?._id ?? '' },
    paragraphId: chapter?.sections[0]?.paragraphs[0]?.id ?? '',
  }
}
async function edit(userId: string, work: Work, of: LifecycleDeps = deps) {
  const { place, paragraphId: id } = await placeOf(userId, work)
  await editChapter(of, place, (sections) => replaceParagraph({ sections, newId: randomUUID }, { id, text: 'New.' }))
}

test('a book is published by the chapter, each change once, and then its end', async () => {
  const userId = await lifecycle.account('creator')
  const work = await makeWork(lifecycle, userId, 'r', [10_000, 10_000], [300])
  await work.speakAll()
  await work.advance()
  expect(ofChapter(work, 'Chapter 1')).toEqual(['1 speaking 0', '1 completed 100'])
  expect(ofChapter(work, 'Chapter 2')).toEqual(['1 speaking 0', '1 completed 100'])
  expect(ofStates(work)).toEqual(['1 speaking', '2 completed'])
  const last = changesOf(work).at(-1)
  expect(last).toMatchObject({ version: 2, data: { title: 'A book', progress: 100, characters: 20_300 } })
  expect(last?.data).not.toHaveProperty('chapter')
  const spoken = changesOf(work).find(({ data }) => data.chapter?.state === 'completed')?.data.chapter
  expect(spoken).toMatchObject({ position: 0, durationMs: expect.any(Number) })
  expect(JSON.stringify(changesOf(work))).not.toContain('word')
  const [, found] = await work.outlines()
  expect((await work.read())?.dueAt).toBeUndefined()
  expect(found?.published).toEqual({ revision: 1, state: 'completed', progress: 100 })
})

test('the progress of a chapter is published with each section of it', async () => {
  const userId = await lifecycle.account('creator')
  const work = await makeWork(lifecycle, userId, 'r', [10_000, 10_000])
  for (;;) {
    await work.advance()
    const [job] = await work.inFlight()
    if (!job) break
    await work.report(job)
    await lifecycle.flushed()
  }
  expect(ofChapter(work, 'Chapter 1')).toEqual(['1 speaking 0', '1 speaking 50', '1 completed 100'])
})

test('a changed paragraph publishes its chapter again with another revision, and no other chapter', async () => {
  const userId = await lifecycle.account('creator')
  const work = await makeWork(lifecycle, userId, 'r', [300], [300])
  await work.speakAll()
  const before = changesOf(work).length
  await edit(userId, work)
  await work.speakAll()
  expect(ofChapter(work, 'Chapter 1').slice(-2)).toEqual(['2 speaking 0', '2 completed 100'])
  expect(ofChapter(work, 'Chapter 2')).toHaveLength(2)
  expect(ofStates(work).slice(-2)).toEqual(['3 speaking', '4 completed'])
  expect(changesOf(work).slice(before)).toHaveLength(4)
})

test('a pause for want of calls is published with its reason each time that it comes, one by its owner without', async () => {
  const userId = await lifecycle.account('creator', 1)
  const { rev } = await lifecycle.allowance(userId)
  await deps.allowances.change({ _id: userId, rev }, { $set: { overageCalls: 0 } })
  const work = await makeWork(lifecycle, userId, 'r', [10_000, 10_000, 10_000])
  await work.speakAll()
  await resumeWork(deps, userId, work.id)
  await work.advance()
  await resumeWork(deps, userId, work.id)
  await pauseWork(deps, userId, work.id)
  await work.advance()
  const paused = changesOf(work).filter(({ data }) => data.state === 'paused' && !data.chapter)
  expect(paused.map(({ data }) => data.reason)).toEqual([
    expect.stringMatching(/limit reached$/),
    expect.stringMatching(/limit reached$/),
    undefined,
  ])
  expect(new Set(paused.map(({ version }) => version)).size).toBe(3)
})

test('a failure is published with its sentence, and a work that was cancelled as such', async () => {
  const userId = await lifecycle.account('creator')
  const work = await makeWork(lifecycle, userId, 'r', [300])
  await work.advance()
  for (const job of await work.inFlight()) await work.fail(job)
  await work.advance()
  expect(changesOf(work).findLast(({ data }) => data.chapter)?.data.chapter).toMatchObject({
    state: 'failed',
    error: 'Invalid voice ID',
  })
  await cancelWork(deps, userId, work.id)
  await work.advance()
  expect(ofStates(work)).toEqual(['1 speaking', '2 failed', '3 cancelled'])
})

test('a book that was made before its changes were published publishes what changes later alone', async () => {
  const userId = await lifecycle.account('creator')
  const work = await makeWork(lifecycle, userId, 'r', [300], [300])
  await work.speakAll()
  const filter = { userId }
  await lifecycle.mongo.connection.collection('chapters').updateMany(filter, { $unset: { published: 1 } })
  await lifecycle.mongo.connection
    .collection('works')
    .updateMany(filter, { $unset: { stateVersion: 1, publishedVersion: 1 } })
  lifecycle.published.length = 0
  await deps.works.wake(userId, work.id, lifecycle.now())
  await work.advance()
  expect(changesOf(work)).toEqual([])
  await edit(userId, work)
  await work.speakAll()
  expect(ofChapter(work, 'Chapter 1')).toEqual(['2 speaking 0', '2 completed 100'])
  expect(ofChapter(work, 'Chapter 2')).toEqual([])
  expect(ofStates(work).at(-1)).toBe('2 completed')
})

test('an examination that is slow to publish marks nothing that another one has published since', async () => {
  const userId = await lifecycle.account('creator')
  const work = await makeWork(lifecycle, userId, 'r', [300])
  let isSlow = true
  const slow: LifecycleDeps = {
    ...deps,
    async publish(events) {
      if (isSlow && events.some(({ event }) => event.type === 'work-changed')) {
        isSlow = false
        // Longer than its lease: another replica examines the work to its end.
        await work.speakAll()
        await work.advance()
      }
      await deps.publish(events)
    },
  }
  lifecycle.passMs(1_000)
  const { leased } = await deps.works.leaseWorks(lifecycle.now(), 1)
  for (const one of leased) await advanceWork(slow, one)
  expect(isSlow).toBe(false)
  const [chapter] = await work.outlines()
  expect(chapter?.published).toEqual({ revision: 1, state: 'completed', progress: 100 })
  expect(await work.read()).toMatchObject({ state: 'completed', publishedVersion: 2 })
  expect((await work.read())?.dueAt).toBeUndefined()
  const before = changesOf(work).length
  await deps.works.wake(userId, work.id, lifecycle.now())
  await work.advance()
  expect(changesOf(work)).toHaveLength(before)
})

test('an end of a section names its work', async () => {
  const userId = await lifecycle.account('creator')
  const work = await makeWork(lifecycle, userId, 'r', [300])
  await work.speakAll()
  await lifecycle.submit(userId)
  await lifecycle.flushed()
  const ends = lifecycle.published.filter(({ event }) => event.type === 'job-finished')
  expect(ends.map(({ data }) => (data as DataOf<typeof JobFinished>).workId)).toEqual([work.id])
})

/** More steps than any act has. */
const maxSteps = 80
const died = (error: unknown) => {
  if (!(error instanceof Death)) throw error
}

/** The work is examined in a process that dies after its nth step, and whoever is left examines it to its end. @returns whether it has died */
async function examineMortally(work: Work, n: number): Promise<boolean> {
  const { call, mortally, isDead } = createMortal(n)
  const stores = await lifecycle.depsOf({
    jobs: mortally(deps.jobs),
    allowances: mortally(deps.allowances),
    publish: (events: OutgoingEvent[]) => call(() => deps.publish(events)),
  })
  const mortal = { ...stores, works: mortally(deps.works), chapters: mortally(deps.chapters) }
  lifecycle.passMs(61_000)
  const { leased } = await deps.works.leaseWorks(lifecycle.now(), 100)
  for (const one of leased.filter(({ _id }) => _id === work.id)) await advanceWork(mortal, one).catch(died)
  await lifecycle.flushed()
  await work.speakAll()
  await work.advance()
  return isDead()
}

test('an examination that dies at any step loses no change, and what is published twice says the same under the same version', async () => {
  let deaths = 0
  for (let n = 0, dies = true; dies && n < maxSteps; n++) {
    const userId = await lifecycle.account('creator')
    const work = await makeWork(lifecycle, userId, 'r', [300], [300])
    await work.advance()
    for (const job of await work.inFlight()) await work.report(job)
    await lifecycle.flushed()
    dies = await examineMortally(work, n)
    if (dies) deaths++
    const changes = changesOf(work)
    const causes = new Map<string, unknown>()
    for (const { version, data } of changes) {
      const cause = `${data.chapter?.chapterId ?? 'work'} ${version}`
      const says = data.chapter ?? `${data.state} ${data.reason}`
      expect(causes.get(cause) ?? says, `dead after step ${n}`).toEqual(says)
      causes.set(cause, says)
    }
    const unique = (list: string[]) => [...new Set(list)]
    for (const title of ['Chapter 1', 'Chapter 2'])
      expect(unique(ofChapter(work, title)), `dead after step ${n}`).toEqual(['1 speaking 0', '1 completed 100'])
    expect(unique(ofStates(work)), `dead after step ${n}`).toEqual(['1 speaking', '2 completed'])
    expect((await work.read())?.dueAt, `dead after step ${n}`).toBeUndefined()
  }
  expect(deaths).toBeGreaterThan(8)
})
