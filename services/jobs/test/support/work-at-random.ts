import type { EventDefinition } from '@utter/contracts/event'
import { AudioStored } from '@utter/contracts/events/audio-stored'
import { SpeechStarted } from '@utter/contracts/events/speech-started'
import { StepFailed } from '@utter/contracts/events/step-failed'
import { WorkRequest } from '@utter/contracts/http/works/requests'
import { Problem } from '@utter/http/problem'
import { expect } from 'vitest'
import { consumers } from '../../src/app.ts'
import type { ConsumeDeps } from '../../src/deps.ts'
import type { Job } from '../../src/domain/job/job.ts'
import type { ChapterWithPast, Paragraph, PastParagraph, Section } from '../../src/domain/works/work.ts'
import { cancel } from '../../src/lifecycle/end/cancel.ts'
import { advanceWork } from '../../src/lifecycle/works/advance.ts'
import { cancelWork, deleteWork, pauseWork, resumeWork } from '../../src/lifecycle/works/change-state.ts'
import { editChapter } from '../../src/lifecycle/works/edit-chapter.ts'
import { submitWork } from '../../src/lifecycle/works/submit-work.ts'
import { workDraftOf } from '../../src/requests/works/work-draft.ts'
import { workOf } from './a-work.ts'
import { editsAtRandom } from './edits-at-random.ts'
import { modelPast } from './model-past.ts'
import { asSpoken, modelSpeech } from './model-speech.ts'
import { audio, type Lifecycle } from './open-lifecycle.ts'
import { processAtRandom } from './process-at-random.ts'
import { voicesAtRandom } from './voices-at-random.ts'

/** Jobs of one turn are three at the most, and a work has fewer than 40 sections. */
const maxTurns = 20

type Message = { event: EventDefinition<unknown>; data: unknown }

/** A work with its owner, its workers and its processes, each of which does something at random. Its stores are real, and its model beside it tells what is right. */
export async function workAtRandom(lifecycle: Lifecycle, random: () => number) {
  const userId = await lifecycle.account('creator')
  const chance = (part: number) => random() < part
  const [speech, edits, processes] = [modelSpeech(), editsAtRandom(random), processAtRandom(lifecycle, random)]
  const request = WorkRequest.parse({
    ...{ title: 'A book', requestId: 'r', voiceId: 'default' },
    chapters: [4, 5, 3].map((count, index) => ({
      title: `Chapter ${index + 1}`,
      paragraphs: Array.from({ length: count }, () => ({ text: edits.newText() })),
    })),
  })
  const { work: document } = await submitWork(lifecycle.deps, workDraftOf({ userId }, request, 1, lifecycle.now()))
  const work = workOf(lifecycle, userId, document._id)
  const chapterIds = (await work.outlines()).map(({ _id }) => _id)
  const chapterAt = async (index: number) =>
    (await lifecycle.deps.chapters.readWithPast(userId, chapterIds[index] ?? '')) as ChapterWithPast
  const paragraphsOf = ({ sections }: { sections: Section[] }) => sections.flatMap(({ paragraphs }) => paragraphs)
  const voices = voicesAtRandom(document, { ids: chapterIds, at: chapterAt, pick: edits.pick })
  const model: Paragraph[][] = []
  for (const index of chapterIds.keys()) model.push(paragraphsOf(await chapterAt(index)))
  const pasts = model.map(modelPast)
  const sections = (await work.outlines()).flatMap((chapter) => chapter.sections)
  /** Calls of its dry run, one for each edit that has put a text somewhere that was not spoken by then. */
  let maxCalls = sections.length
  const messages: Message[] = []
  const asked = new Set<string>()

  const handle = async (deps: ConsumeDeps, { event, data }: Message) => {
    const handler = Object.values(consumers(deps)).find((one) => one.event.type === event.type)
    const pending = await handler?.handle(data, { userId, version: 1, occurredAt: lifecycle.now().toISOString() })
    await pending?.rest
  }
  const examine = async (deps: ConsumeDeps) => {
    const { leased } = await lifecycle.deps.works.leaseWorks(lifecycle.now(), 10)
    for (const one of leased) await advanceWork(deps, one)
  }
  const say = <Data>(event: EventDefinition<Data>, data: Data) =>
    messages.push({ event: event as EventDefinition<unknown>, data })
  const report = (job: Job) =>
    say(AudioStored, {
      ...{ jobId: job._id, attempt: job.attempt, audio: { ...audio, name: `${job._id}.mp3` } },
      newCharacters: speech.speak(job),
    })
  /** Jobs in flight, in an order that the random numbers decide, not the ids. */
  const inFlight = async () =>
    (await work.inFlight())
      .filter(({ attempt }) => attempt > 0)
      .sort((one, other) => (one.userText < other.userText ? -1 : 1))

  async function edit(mayBeInterrupted: boolean): Promise<void> {
    const index = Math.floor(random() * model.length)
    const before = model[index] ?? []
    const run = (act: (deps: ConsumeDeps) => Promise<unknown>) =>
      mayBeInterrupted ? processes.run(act, examineOrDeliver) : act(lifecycle.deps).then(() => true)
    if (chance(0.08)) return voices.change(index, run)
    const made = edits.edit(before, (await chapterAt(index)).past ?? [])
    if (!made) return
    const { puts } = made
    const isUnspoken = puts && !speech.isSpoken(puts.text, voices.of(index))
    const sectionOf = async () =>
      (await chapterAt(index)).sections.find(({ paragraphs }) => paragraphs.some(({ id }) => id === puts?.id))
    const [was, wasText] = isUnspoken ? [(await sectionOf())?.id, before.find(({ id }) => id === puts.id)?.text] : []
    const place = { userId, workId: work.id, chapterId: chapterIds[index] ?? '' }
    const isDone = await run((deps) => editChapter(deps, place, made.edit))
    const after = isDone ? made.after : paragraphsOf(await chapterAt(index))
    expect([before, made.after], 'an edit is whole or not there').toContainEqual(after)
    model[index] = after
    pasts[index]?.change(before, after)
    if (isUnspoken && ((await sectionOf())?.id !== was || puts.text !== wasText)) maxCalls++
  }
  const examineOrDeliver = () => (chance(0.5) ? examine(lifecycle.deps) : deliver(false))
  async function deliver(mayBeInterrupted: boolean): Promise<void> {
    const at = Math.floor(random() * messages.length)
    const [message] = messages.slice(at, at + 1)
    if (!message) return
    const isDone = mayBeInterrupted
      ? await processes.run(
          (deps) => handle(deps, message),
          () => examine(lifecycle.deps),
        )
      : await handle(lifecycle.deps, message).then(() => true)
    // Messages that were not acked come again, and others now and then.
    if (isDone && !chance(0.15)) messages.splice(messages.indexOf(message), 1)
  }
  async function speakOne(): Promise<void> {
    const job = edits.pick((await inFlight()).filter(({ _id }) => !asked.has(_id)))
    if (!job) return
    if (chance(0.3)) return void say(SpeechStarted, { jobId: job._id, attempt: job.attempt })
    asked.add(job._id)
    if (chance(0.85)) report(job)
    else say(StepFailed, { jobId: job._id, attempt: job.attempt, stage: 'speech', code: 'vendor_failed', error: 'No' })
  }
  /** Something happens: mostly an edit, a sound, a message or an examination. */
  async function step(): Promise<void> {
    lifecycle.passMs(random() * 20_000)
    const kind = random()
    if (kind < 0.3) return edit(true)
    if (kind < 0.5) return speakOne()
    if (kind < 0.7) return deliver(true)
    if (kind < 0.92) {
      const other = () => (chance(0.5) ? edit(false) : chance(0.5) ? deliver(false) : examine(lifecycle.deps))
      return void (await processes.run(examine, other))
    }
    if (kind < 0.95) {
      const job = edits.pick(await inFlight())
      if (job) await processes.run((deps) => cancel(deps, userId, job._id))
      return
    }
    const change = chance(0.4) ? pauseWork : resumeWork
    await processes.run((deps) => change(deps, userId, work.id))
  }

  /** Everything ends that ends by itself: also what a dead process has left to a sweep. */
  async function settleDown(): Promise<void> {
    for (let turn = 0; turn < maxTurns; turn++) {
      await handleAll()
      await advance()
      const jobs = await inFlight()
      for (const job of jobs) report(job)
      if (jobs.length > 0) continue
      await lifecycle.sweep(userId)
      const state = (await advance())?.state
      if ((await work.inFlight()).length === 0 && state !== 'speaking') return
    }
  }
  /** As its sweep does: a submission whose process has died is busy until another sweep has found it. */
  async function advance() {
    try {
      return await work.advance()
    } catch (error) {
      if (error instanceof Problem && error.status === 503) return work.read()
      throw error
    }
  }
  async function handleAll(): Promise<void> {
    for (const message of messages.splice(0)) await handle(lifecycle.deps, message)
    await lifecycle.flushed()
  }
  const usedCalls = async () => {
    const { used, adjustment } = await lifecycle.allowance(userId)
    return used - adjustment
  }
  /** Each job with something new that has ended well, deleted since or not. */
  async function payingJobs(): Promise<number> {
    const jobs = await lifecycle.mongo.connection.collection<Job>('jobs').find({ userId }).toArray()
    const isCompleted = ({ status, endedAs }: Job) => (status === 'deleted' ? endedAs : status) === 'completed'
    return (jobs as Job[]).filter((job) => isCompleted(job) && speech.hasNew(job._id)).length
  }
  async function expectPaid(): Promise<void> {
    const used = await usedCalls()
    expect(used, 'each job with something new costs a call').toBe(await payingJobs())
    expect(used, 'no more than the dry run, and one for each edit that brought something').toBeLessThanOrEqual(
      maxCalls + voices.maxCalls(),
    )
    expect(await lifecycle.violationsAtRest(userId)).toEqual([])
  }
  async function expectAsWritten(): Promise<void> {
    const listed: string[] = []
    for (const [index, expected] of model.entries()) {
      const chapter = await chapterAt(index)
      expect(paragraphsOf(chapter)).toEqual(expected)
      pasts[index]?.expectKept(chapter)
      listed.push(...chapter.removedJobs, ...chapter.sections.flatMap(({ jobs }) => jobs))
      for (const { sound, revision, paragraphs } of chapter.sections) {
        expect(sound?.revision).toBe(revision)
        expect(speech.soundOf(sound?.jobId ?? '')).toEqual(
          paragraphs.map(({ text }) => asSpoken(text, voices.of(index))),
        )
      }
    }
    expect((await lifecycle.deps.jobs.ofWork(userId, work.id)).sort()).toEqual(listed.sort())
  }

  return {
    userId,
    counts: processes.counts,
    step,
    /** All is spoken, sounds as it is written, and has its price. */
    async expectSpoken(): Promise<void> {
      for (;;) {
        await settleDown()
        const state = (await work.read())?.state
        if (state === 'completed') break
        expect(['paused', 'failed']).toContain(state)
        await resumeWork(lifecycle.deps, userId, work.id)
      }
      await expectAsWritten()
      await expectPaid()
    },
    /** A paragraph that is spoken goes, and comes back: it is spoken by then. */
    async expectReturnFree(): Promise<void> {
      const index = Math.floor(random() * model.length)
      const [paragraphs, used] = [model[index] ?? [], await usedCalls()]
      const one = edits.pick(paragraphs)
      if (!one || paragraphs.length < 2) return
      const place = { userId, workId: work.id, chapterId: chapterIds[index] ?? '' }
      await editChapter(lifecycle.deps, place, edits.removal(one))
      const without = paragraphs.filter((other) => other !== one)
      model[index] = without
      pasts[index]?.change(paragraphs, without)
      await this.expectSpoken()
      const [version] = (await chapterAt(index)).past ?? []
      await editChapter(lifecycle.deps, place, edits.return(version as PastParagraph))
      model[index] = paragraphs
      await this.expectSpoken()
      expect(await usedCalls()).toBe(used)
    },
    /** It is deleted, now and then cancelled before, while its processes die: nothing is left but what it has cost. */
    async expectGone(): Promise<void> {
      if (chance(0.3)) {
        while (!(await processes.run((deps) => cancelWork(deps, userId, work.id)))) if (!chance(0.5)) break
        await settleDown()
        await expectPaid()
      }
      await processes.run((deps) => deleteWork(deps, userId, work.id))
      await processes.run(examine, () => deliver(false))
      if ((await work.read())?.state !== 'deleting') await deleteWork(lifecycle.deps, userId, work.id).catch(() => {})
      for (let turn = 0; turn < 5 && (await work.read()); turn++) await settleDown()
      expect(await work.read()).toBeNull()
      expect(await work.outlines()).toEqual([])
      expect(await lifecycle.deps.jobs.ofWork(userId, work.id)).toEqual([])
      await expectPaid()
    },
  }
}
