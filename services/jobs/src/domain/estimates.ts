import type { Lane } from '@utter/contracts/event'
import { progress, rank, type Stage } from '@utter/contracts/jobs'
import { LRUCache } from 'lru-cache'
import type { Job } from './job/job.ts'
import { textToSpeak } from './job/lane.ts'

/** The part of a mean that a new figure makes up. */
const newPart = 0.3
/** A wait is forgotten to a third in this time: a queue that is gone delays nobody. */
const forgetMs = 30_000
/** An age that was not seen again for so long says nothing. */
const staleMs = 10_000
/** Voices whose speed is remembered. */
const maxVoices = 200
/** A text that is shorter shows the time of its storing, and not the voice's speed. */
const minCharacters = 100
/** Before anything was measured: a small model's reply, and the quick voice of a machine with two cores. */
const first = { chatMs: 4_000, replyLength: 400, storingMs: 1_000, msPerCharacter: 10 }

/** When the oldest job of a stage and lane that no worker has begun was requested. */
export type Unbegun = { stage: Stage; lane: Lane; since: Date }
type Estimated = Pick<Job, 'rank' | 'progress' | 'userText' | 'voiceId' | 'aiResponse' | 'lane'>

/**
 * How long a job takes, by what this process has seen of others: how long they waited for a worker, how long the model wrote, how long
 * their voice spoke for each character. An estimate, and no promise; `job_estimate_ratio` tells how far off it was.
 */
export class Estimates {
  /** By stage and lane: what was seen, and when. */
  readonly #waits = new Map<string, { ms: number; at: number }>()
  #ages = new Map<string, { ms: number; at: number }>()
  readonly #voices = new LRUCache<string, number>({ max: maxVoices })
  #chatMs = first.chatMs
  #replyLength = first.replyLength
  #storingMs = first.storingMs
  #msPerCharacter = first.msPerCharacter

  /** @param ms from a request to its start by a worker */
  waited(stage: Stage, lane: Lane, ms: number, now: Date): void {
    const key = `${stage} ${lane}`
    this.#waits.set(key, { ms: mean(this.#waitMs(key, now), ms), at: now.getTime() })
  }

  /** Jobs that nobody has begun wait longer than those that were begun tell. */
  sawUnbegun(oldest: Unbegun[], now: Date): void {
    const ageOf = ({ since }: Unbegun) => ({ ms: Math.max(0, now.getTime() - since.getTime()), at: now.getTime() })
    this.#ages = new Map(oldest.map((one) => [`${one.stage} ${one.lane}`, ageOf(one)]))
  }

  wrote(ms: number, length: number): void {
    this.#chatMs = mean(this.#chatMs, ms)
    this.#replyLength = mean(this.#replyLength, length)
  }

  /** @param ms from its start by a worker to the end of the job */
  spoke(voiceId: string, ms: number, characters: number): void {
    if (characters < minCharacters) {
      this.#storingMs = mean(this.#storingMs, Math.max(0, ms - characters * this.#speedOf(voiceId)))
      return
    }
    const measured = Math.max(0, ms - this.#storingMs) / characters
    const known = this.#voices.get(voiceId)
    this.#voices.set(voiceId, known === undefined ? measured : mean(known, measured))
    this.#msPerCharacter = mean(this.#msPerCharacter, measured)
  }

  /**
   * From now to the end of the job, in ms.
   * @param ahead number of the account's jobs that become active before it
   */
  msOf(job: Estimated, ahead: number, now: Date): number {
    const { lane = 'fast' } = job
    const wait = (stage: Stage) => {
      const key = `${stage} ${lane}`
      return Math.max(this.#waitMs(key, now), this.#ageMs(key, now))
    }
    const isWritten = job.rank >= rank.replyWritten
    const length = isWritten ? textToSpeak(job).length : this.#replyLength
    const speechMs = this.#storingMs + length * this.#speedOf(job.voiceId)
    const leftMs =
      job.rank >= rank.speechStarted
        ? speechMs * (1 - spokenShare(job))
        : wait('speech') + speechMs + (isWritten ? 0 : wait('chat') + this.#chatMs)
    return leftMs + ahead * (speechMs + (isWritten ? 0 : this.#chatMs))
  }

  /** As it is shown: whole seconds, one at least. */
  secondsOf(job: Estimated, ahead: number, now: Date): number {
    return Math.max(1, Math.ceil(this.msOf(job, ahead, now) / 1_000))
  }

  #speedOf(voiceId: string): number {
    return this.#voices.get(voiceId) ?? this.#msPerCharacter
  }

  #waitMs(key: string, now: Date): number {
    const { ms, at } = this.#waits.get(key) ?? { ms: 0, at: 0 }
    return ms * Math.exp(-Math.max(0, now.getTime() - at) / forgetMs)
  }

  #ageMs(key: string, now: Date): number {
    const { ms, at } = this.#ages.get(key) ?? { ms: 0, at: 0 }
    return now.getTime() - at > staleMs ? 0 : ms
  }
}

const mean = (before: number, now: number) => before + newPart * (now - before)
const spokenShare = ({ progress: percent }: Estimated) =>
  Math.min(1, Math.max(0, (percent - progress.speechStarted) / (progress.spoken - progress.speechStarted)))
