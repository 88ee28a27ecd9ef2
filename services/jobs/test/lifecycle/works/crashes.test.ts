import { randomUUID } from 'node:crypto'
import { WorkRequest } from '@utter/contracts/http/works/requests'
import type { OutgoingEvent } from '@utter/messaging/outgoing-event'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { createMortal, Death } from '@utter/testing/faults/mortal'
import { afterEach, expect, test } from 'vitest'
import type { LifecycleDeps } from '../../../src/deps.ts'
import { isSpoken } from '../../../src/domain/works/progress.ts'
import { removeParagraph, replaceParagraph } from '../../../src/domain/works/sections.ts'
import type { Section, Work } from '../../../src/domain/works/work.ts'
import { advanceWork } from '../../../src/lifecycle/works/advance.ts'
import { deleteWork, pauseWork, resumeWork } from '../../../src/lifecycle/works/change-state.ts'
import { editChapter } from '../../../src/lifecycle/works/edit-chapter.ts'
import { submitWork } from '../../../src/lifecycle/works/submit-work.ts'
import { workDraftOf } from '../../../src/requests/works/work-draft.ts'
import { makeWork, workOf, workRequest } from '../../support/a-work.ts'
import { openLifecycle } from '../../support/open-lifecycle.ts'

const lifecycle = await closedAfterAll(openLifecycle('jobs-works-crashes'))
afterEach(() => lifecycle.clear())

/** More steps than any act has. */
const maxSteps = 80
const newId = () => randomUUID()
const lengths = [10_000, 10_000, 10_000, 300]

/** The same stores in a process that dies after its nth call took effect and before it returned. */
async function mortal(n: number): Promise<{ deps: LifecycleDeps; isDead(): boolean }> {
  const { call, mortally, isDead } = createMortal(n)
  const { jobs, allowances, works, chapters, publish } = lifecycle.deps
  const deps = await lifecycle.depsOf({
    jobs: mortally(jobs),
    allowances: mortally(allowances),
    publish: (events: OutgoingEvent[]) => call(() => publish(events)),
  })
  return { deps: { ...deps, works: mortally(works), chapters: mortally(chapters) }, isDead }
}
const died = (error: unknown) => {
  if (!(error instanceof Death)) throw error
}

/** Runs the act with a death at each of its steps in turn, until it lives through all of them. @returns how often it has died */
async function dieAtEachStep(act: (deps: LifecycleDeps, what: string) => Promise<void>): Promise<number> {
  for (let n = 0; n < maxSteps; n++) {
    const { deps, isDead } = await mortal(n)
    await act(deps, `dead after step ${n}`)
    if (!isDead()) return n
  }
  throw new Error('the act has no end')
}

/** Examines the work once in a process that may die. */
async function examine(deps: LifecycleDeps, work: { read(): Promise<Work | null>; id: string }): Promise<void> {
  lifecycle.passMs(61_000)
  const { leased } = await lifecycle.deps.works.leaseWorks(lifecycle.now(), 100)
  for (const one of leased.filter(({ _id }) => _id === work.id)) await advanceWork(deps, one).catch(died)
  await lifecycle.flushed()
}

/** Nothing of it is left to do, and each section is paid once for each time that it was spoken. */
async function expectAtRest(userId: string, work: ReturnType<typeof workOf>, calls: number, what: string) {
  await lifecycle.sweep(userId)
  await work.speakAll()
  await lifecycle.sweep(userId)
  expect(await work.read(), what).toMatchObject({ state: 'completed' })
  const chapters = await work.outlines()
  const sections = chapters.flatMap((chapter) => chapter.sections)
  expect(sections.every(isSpoken), what).toBe(true)
  expect(
    chapters.reduce((sum, chapter) => sum + chapter.calls, 0),
    what,
  ).toBe(calls)
  const { used, adjustment } = await lifecycle.allowance(userId)
  expect(used - adjustment, what).toBe(calls)
  // Each sound that is named is there, and no other job of the work is.
  expect((await lifecycle.deps.jobs.ofWork(userId, work.id)).sort(), what).toEqual(
    sections.map(({ sound }) => sound?.jobId ?? '').sort(),
  )
  expect(await lifecycle.violationsAtRest(userId), what).toEqual([])
}

test('a submission that dies at any step is whole or nothing, and sent again it is one work', async () => {
  const deaths = await dieAtEachStep(async (deps, what) => {
    const userId = await lifecycle.account('creator')
    const draft = () => workDraftOf({ userId }, WorkRequest.parse(workRequest('r', [300])), 300, lifecycle.now())
    await submitWork(deps, draft()).catch(died)
    lifecycle.passMs(61_000)
    for (let turn = 0; turn < 40; turn++) {
      lifecycle.passMs(40_000)
      const { leased } = await lifecycle.deps.works.leaseWorks(lifecycle.now(), 100)
      for (const work of leased) await advanceWork(lifecycle.deps, work)
      if ((await lifecycle.deps.works.byRequest(userId, 'r'))?.state !== 'deleting' && turn > 2) break
    }
    const { work } = await submitWork(lifecycle.deps, draft())
    await expectAtRest(userId, workOf(lifecycle, userId, work._id), 1, what)
  })
  expect(deaths).toBeGreaterThan(2)
})

test('an examination that dies at any step submits each section once, and leaves none', async () => {
  const deaths = await dieAtEachStep(async (deps, what) => {
    const userId = await lifecycle.account('creator')
    const work = await makeWork(lifecycle, userId, 'r', lengths)
    await examine(deps, work)
    await expectAtRest(userId, work, 4, what)
  })
  expect(deaths).toBeGreaterThan(10)
})

test('one that dies while it applies what has ended counts and replaces each sound once', async () => {
  const deaths = await dieAtEachStep(async (deps, what) => {
    const userId = await lifecycle.account('creator')
    const work = await makeWork(lifecycle, userId, 'r', lengths)
    await work.speakAll()
    const [outline] = await work.outlines()
    const place = { userId, workId: work.id, chapterId: outline?._id ?? '' }
    const text = 'Changed.'
    await editChapter(lifecycle.deps, place, (sections) => {
      const id = sections[1]?.paragraphs[0]?.id ?? ''
      return replaceParagraph({ sections, newId: randomUUID }, { id, text })
    })
    await work.advance()
    for (const job of await work.inFlight()) await work.report(job)
    await lifecycle.flushed()
    await examine(deps, work)
    await expectAtRest(userId, work, 5, what)
  })
  expect(deaths).toBeGreaterThan(8)
})

test('an edit that dies at any step is spoken whole, or is not there', async () => {
  const deaths = await dieAtEachStep(async (deps, what) => {
    const userId = await lifecycle.account('creator')
    const work = await makeWork(lifecycle, userId, 'r', [300])
    await work.speakAll()
    const [outline] = await work.outlines()
    const place = { userId, workId: work.id, chapterId: outline?._id ?? '' }
    await editChapter(deps, place, (sections) => {
      const id = sections[0]?.paragraphs[0]?.id ?? ''
      return replaceParagraph({ sections, newId: randomUUID }, { id, text: 'Changed.' })
    }).catch(died)
    const [after] = await work.outlines()
    await expectAtRest(userId, work, after?.revision ?? 0, what)
  })
  expect(deaths).toBeGreaterThan(3)
})

test('a pause or a resume that dies at any step, asked for again, ends as it was asked', async () => {
  await dieAtEachStep(async (deps, what) => {
    const userId = await lifecycle.account('creator')
    const work = await makeWork(lifecycle, userId, 'r', lengths)
    await work.advance()
    const [first] = await work.inFlight()
    if (first) await work.fail(first)
    await work.advance()
    await pauseWork(deps, userId, work.id).catch(died)
    await resumeWork(deps, userId, work.id).catch(died)
    await work.speakAll()
    if ((await work.read())?.state !== 'completed') await resumeWork(lifecycle.deps, userId, work.id)
    await expectAtRest(userId, work, 4, what)
  })
})

test('a deletion that dies at any step leaves nothing of the work, and each call that was used', async () => {
  const deaths = await dieAtEachStep(async (deps, what) => {
    const userId = await lifecycle.account('creator')
    const work = await makeWork(lifecycle, userId, 'r', [10_000, 300])
    await work.advance()
    const [first] = await work.inFlight()
    if (first) await work.report(first)
    await deleteWork(deps, userId, work.id).catch(died)
    await examine(deps, work)
    if (await work.read()) await deleteWork(lifecycle.deps, userId, work.id).catch(() => {})
    await work.advance()
    await lifecycle.sweep(userId)
    expect(await work.read(), what).toBeNull()
    expect(await work.outlines(), what).toEqual([])
    expect(await lifecycle.deps.jobs.ofWork(userId, work.id), what).toEqual([])
    const { used, adjustment } = await lifecycle.allowance(userId)
    expect(used - adjustment, what).toBe(1)
    expect(await lifecycle.violationsAtRest(userId), what).toEqual([])
  })
  expect(deaths).toBeGreaterThan(8)
})

test.each([
  ['changed', (id: string, sections: Section[]) => replaceParagraph({ sections, newId }, { id, text: 'Changed.' })],
  ['removed with its section', (id: string, sections: Section[]) => removeParagraph({ sections, newId }, id)],
])('an examination that dies at any step before a paragraph is %s leaves no job without a section', async (_, edit) => {
  const deaths = await dieAtEachStep(async (deps, what) => {
    const userId = await lifecycle.account('creator')
    const work = await makeWork(lifecycle, userId, 'r', [10_000, 300])
    await examine(deps, work)
    const [outline] = await work.outlines()
    const place = { userId, workId: work.id, chapterId: outline?._id ?? '' }
    await editChapter(lifecycle.deps, place, (sections) => edit(sections[0]?.paragraphs[0]?.id ?? '', sections))
    await lifecycle.sweep(userId)
    await work.speakAll()
    await lifecycle.sweep(userId)
    await work.advance()
    expect(await work.read(), what).toMatchObject({ state: 'completed' })
    expect(await lifecycle.violationsAtRest(userId), what).toEqual([])
  })
  expect(deaths).toBeGreaterThan(5)
})
