import { progress, rank, type Stage } from '@utter/contracts/jobs'
import { Backlog, type Unbegun } from './backlog.ts'
import type { PresentVersions } from './job/cache-key.ts'
import type { Job } from './job/job.ts'
import { textToSpeak } from './job/lane.ts'
import { expectedTimeOfCheck } from './voice/time-of-check.ts'
import { VoiceSpeeds } from './voice-speeds.ts'

/** The part of a mean that a new figure makes up. */
const newPart = 0.3
/** The part of a step that is left at the least, while it is not done. */
const minLeft = 0.2
/** Before anything was measured: a small model's reply, and a short text in the quick voice. */
const first = { chatMs: 4_000, replyLength: 400, speechMs: 3_000 }

/** The parts of a job that decide how long it takes, but for its text. */
type Estimable = Pick<Job, '_id' | 'userId' | 'rank' | 'progress' | 'voiceId' | 'lane' | 'check' | 'parts'>
type Estimated = Estimable & Pick<Job, 'userText' | 'aiResponse'>
/** A job that nobody has submitted yet. */
type Next = Pick<Job, 'userId' | 'kind' | 'voiceId'> & { characters: number; check?: 'shape' | 'words' | undefined }
export type Begun = Pick<Job, 'rank' | 'progress' | 'userText' | 'voiceId' | 'aiResponse' | 'updatedAt'>
type Placed = Pick<Job, '_id' | 'userId' | 'rank' | 'lane'>

/**
 * How long a job takes, by what this process has seen: what waits for a worker before it, how long the model wrote, how long its voice
 * spoke. An estimate, and no promise; `job_estimate_ratio` tells how far off it was.
 */
export class Estimates {
  readonly #backlog = new Backlog()
  readonly #voices = new VoiceSpeeds()
  #chatMs = first.chatMs
  #replyLength = first.replyLength
  /** Time from a job's start by a worker to its end. */
  #speechMs = first.speechMs
  readonly #versions: () => PresentVersions

  /** @param versions of the present voices, which tell how a job's words are checked */
  constructor(versions: () => PresentVersions = () => ({})) {
    this.#versions = versions
  }

  /** @param begun the jobs that workers have begun */
  saw({ waiting, begun }: { waiting: Unbegun[]; begun: Begun[] }, now: Date): void {
    const leftOf = (stage: Stage) =>
      begun
        .filter((job) => stageOf(job) === stage)
        .map((job) => this.#leftMsOf(job, now.getTime() - job.updatedAt.getTime()))
    this.#backlog.saw({ waiting, begun: { chat: leftOf('chat'), speech: leftOf('speech') } }, now)
  }

  /** A job that became active after the last look. */
  accepted(job: Placed): void {
    this.#backlog.accepted(placeOf(job, stageOf(job)))
  }

  wrote(ms: number, length: number): void {
    this.#chatMs = mean(this.#chatMs, ms)
    this.#replyLength = mean(this.#replyLength, length)
  }

  /** @param ms from its start by a worker to the end of the job, without the time of a check by its words */
  spoke(voiceId: string, ms: number, characters: number): void {
    this.#speechMs = mean(this.#speechMs, ms)
    this.#voices.spoke(voiceId, ms, characters)
  }

  /**
   * From now to the end of the job, in ms.
   * @param ahead number of the account's jobs that become active before it
   */
  msOf(job: Estimated, ahead: number, now: Date): number {
    return this.#msOf(job, textToSpeak(job).length, ahead, now)
  }

  /** @param characters of its text, once that is written */
  #msOf(job: Estimable, characters: number, ahead: number, now: Date): number {
    const wait = (stage: Stage) => {
      const eachMs = stage === 'chat' ? this.#chatMs : this.#speechMs
      return this.#backlog.waitMs(placeOf(job, stage), eachMs, now)
    }
    const isWritten = job.rank >= rank.replyWritten
    const onceMs = this.#voices.msOf(job.voiceId, isWritten ? characters : this.#replyLength)
    const speechMs = expectedTimeOfCheck(job, this.#versions()) * onceMs
    const leftMs =
      job.rank >= rank.speechStarted
        ? speechMs * (1 - spokenShare(job))
        : wait('speech') + speechMs + (isWritten ? 0 : wait('chat') + this.#chatMs)
    return leftMs + ahead * (speechMs + (isWritten ? 0 : this.#chatMs))
  }

  /** From now to the end of the last of these texts, which are spoken one after the other, in ms. */
  msOfAll(jobs: Estimated[], now: Date): number {
    const [first] = jobs
    if (!first) return 0
    const waitMs = this.#backlog.waitMs(placeOf(first, 'speech'), this.#speechMs, now)
    return jobs.reduce((sum, job) => sum + this.#voices.msOf(job.voiceId, textToSpeak(job).length), waitMs)
  }

  /** A step takes longer than was thought, where it is not done by then. @param ms since the job's last change */
  #leftMsOf(job: Begun, ms: number): number {
    const wholeMs = stageOf(job) === 'chat' ? this.#chatMs : this.#voices.msOf(job.voiceId, textToSpeak(job).length)
    return Math.max(wholeMs * (1 - spokenShare(job)) - ms, minLeft * wholeMs)
  }

  /** As it is shown: whole seconds, one at least. */
  secondsOf(job: Estimated, ahead: number, now: Date): number {
    return shownSeconds(this.msOf(job, ahead, now))
  }

  /** The same of a job that nobody has submitted. @param position of it in the queue of its account; 0: it would not wait */
  secondsOfNext({ userId, kind, voiceId, characters, check }: Next, position: number, now: Date): number {
    const job = {
      ...{ _id: '', userId, voiceId, progress: 0, rank: kind === 'reply' ? rank.submitted : rank.replyWritten },
      ...(check === 'words' && { check }),
    }
    return shownSeconds(this.#msOf(job, characters, position, now))
  }
}

const stageOf = (job: Pick<Job, 'rank'>): Stage => (job.rank < rank.replyWritten ? 'chat' : 'speech')
const placeOf = ({ _id, userId, lane = 'fast' }: Placed, stage: Stage) => ({ _id, userId, stage, lane })
const shownSeconds = (ms: number) => Math.max(1, Math.ceil(ms / 1_000))
const mean = (before: number, now: number) => before + newPart * (now - before)
const spokenShare = ({ progress: percent }: Pick<Job, 'progress'>) =>
  Math.min(1, Math.max(0, (percent - progress.speechStarted) / (progress.spoken - progress.speechStarted)))
