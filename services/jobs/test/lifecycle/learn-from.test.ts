import { systemClock as clock } from '@utter/runtime/clock'
import { expect, test } from 'vitest'
import { Estimates } from '../../src/domain/estimates.ts'
import type { TimelineStep } from '../../src/domain/job/job.ts'
import { learnFrom } from '../../src/lifecycle/learn-from.ts'
import { aJob, now } from '../support/a-job.ts'

type Step = [step: string, seconds: number]

/** A job of 1,000 characters whose steps were so many seconds after its submission. */
const jobOf = (...steps: Step[]) =>
  aJob({
    aiResponse: 'a'.repeat(1_000),
    status: 'completed',
    timeline: steps.map(
      ([step, seconds]) =>
        ({ step, at: new Date(now.getTime() + seconds * 1_000), status: 'processing', progress: 50 }) as TimelineStep,
    ),
  })

/** The seconds that a text of 1,000 characters is expected to take in the voice after this job, and the waits that were learned from it. */
function learned(job: ReturnType<typeof jobOf>) {
  const estimates = new Estimates()
  const waits: number[] = []
  const pickupDelay = { sawWork() {}, record: (ms: number) => void waits.push(ms) }
  for (let i = 0; i < 30; i++) learnFrom(job, { estimates, pickupDelay: pickupDelay as never, clock })
  const next = aJob({ rank: 3, aiResponse: 'a'.repeat(1_000) })
  return { seconds: estimates.secondsOf(next, 0, now), waits }
}

const untouched = new Estimates().secondsOf(aJob({ rank: 3, aiResponse: 'a'.repeat(1_000) }), 0, now)

const written = [
  ['chat-started', 1],
  ['reply-written', 5],
] satisfies Step[]

test('the time of a voice is learned from a job that was spoken by its step', () => {
  const job = jobOf(...written, ['speech-started', 6], ['audio-begun', 8], ['completed', 86])
  expect(Math.abs(learned(job).seconds - 80)).toBeLessThanOrEqual(4)
})

test('a job that was checked by its words tells half of its time', () => {
  const job = jobOf(...written, ['speech-started', 6], ['completed', 166])
  const checked = { ...job, work: { speech: { checked: 'words' as const } } }
  expect(Math.abs(learned(checked).seconds - 80)).toBeLessThanOrEqual(4)
})

test('one by a vendor’s voice, which is heard and speaks once, tells all of it but the hearing', () => {
  const job = jobOf(...written, ['speech-started', 6], ['completed', 102])
  const heard = { ...job, work: { speech: { checked: 'words' as const, provider: 'elevenlabs' } } }
  expect(Math.abs(learned(heard).seconds - 80)).toBeLessThanOrEqual(4)
})

test('nothing is learned of a voice from a job whose reply was spoken while it was written', () => {
  const job = jobOf(['audio-begun', 3], ...written, ['speech-started', 6], ['completed', 7])
  expect(learned(job).seconds).toBe(untouched)
})

test('nothing is learned of a voice from a section of a work', () => {
  const job = jobOf(...written, ['speech-started', 6], ['completed', 7])
  const section = { workId: 'w', chapterId: 'c', id: 's', revision: 1 }
  expect(learned({ ...job, section }).seconds).toBe(untouched)
})

test('a wait for a worker is measured from the request, also where the job was heard in between', () => {
  const heard = jobOf(['reply-written', 5], ['audio-begun', 8], ['speech-started', 9])
  expect(new Set(learned(heard).waits)).toEqual(new Set([4_000]))
  expect(learned(jobOf(['reply-written', 5], ['audio-begun', 8])).waits).toEqual([])
})

test('another try of a step whose worker died tells no wait for a worker', () => {
  expect(learned(jobOf(...written, ['speech-started', 6], ['audio-begun', 7], ['speech-started', 36])).waits).toEqual(
    [],
  )
})
