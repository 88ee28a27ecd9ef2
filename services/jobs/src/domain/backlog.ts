import type { Lane } from '@utter/contracts/event'
import type { Stage } from '@utter/contracts/jobs'

/** A look that was not followed by another for so long says nothing. */
const staleMs = 10_000
/** Jobs that were accepted since the last look, of which so many are counted. */
const maxSince = 1_000
/** A request that is older has found no slot free. */
const waitedMs = 500
/** Time for which a number of slots that were all in use is believed: workers come and go. */
const fullForMs = 300_000

/** A job, and whose it is. */
type Owned = { _id: string; userId: string }
/** The jobs of a step and lane that no worker has begun, oldest first, and the age of the first one's request. */
export type Unbegun = Queue & { ageMs: number; jobs: Owned[] }
/** Jobs that wait for a worker, and for each that one has begun the time in ms until it is done. */
export type Look = { waiting: Unbegun[]; begun: Record<Stage, number[]> }
type Queue = { stage: Stage; lane: Lane }
type Place = Owned & Queue

/**
 * How long a job waits for a worker: until those before it, and those that workers are busy with, leave one. Accounts take turns, so an
 * account waits for its own jobs, and for as many of each other one.
 */
export class Backlog {
  #look: Look = { waiting: [], begun: { chat: [], speech: [] } }
  #at = Number.NEGATIVE_INFINITY
  #since: Place[] = []
  /** By stage and lane: the jobs that workers were busy with while another waited, and when that was. A lane has not all slots. */
  readonly #full = new Map<string, { begun: number; at: number }>()

  saw(look: Look, now: Date): void {
    this.#look = look
    this.#at = now.getTime()
    this.#since = []
    for (const one of look.waiting) {
      const begun = look.begun[one.stage].length
      if (begun > 0 && one.ageMs > waitedMs)
        this.#full.set(keyOf(one), { begun: Math.min(begun, this.#slots(one, now)), at: this.#at })
    }
  }

  accepted(place: Place): void {
    if (this.#since.length < maxSince) this.#since.push(place)
  }

  /** @param eachMs how long a worker takes for a job */
  waitMs(job: Place, eachMs: number, now: Date): number {
    const ageMs = now.getTime() - this.#at
    if (ageMs > staleMs) return 0
    // The fast lane's are begun first.
    const isBefore = ({ stage, lane }: Queue) => stage === job.stage && (lane === 'fast' || lane === job.lane)
    const seen = this.#look.waiting.filter(isBefore)
    const before = countBefore(job, [...seen.flatMap(({ jobs }) => jobs), ...this.#since.filter(isBefore)])
    const begun = this.#look.begun[job.stage]
    const oldestMs = Math.max(0, ...seen.map((one) => one.ageMs))
    // While nobody is at work it waits as long as others do, at the least.
    if (begun.length === 0 && oldestMs > waitedMs) return Math.max(oldestMs, before * eachMs)
    if (begun.length === 0 || begun.length + before < this.#slots(job, now)) return 0
    const freeIn = begun.map((ms) => Math.max(0, ms - ageMs)).sort((a, b) => a - b)
    const rounds = Math.floor(before / freeIn.length)
    return rounds * eachMs + (freeIn[before % freeIn.length] ?? 0)
  }

  /** Jobs that workers do at once; without end until one was seen to wait. */
  #slots(queue: Queue, now: Date): number {
    const full = this.#full.get(keyOf(queue))
    return full && now.getTime() - full.at < fullForMs ? full.begun : Number.POSITIVE_INFINITY
  }
}

const keyOf = ({ stage, lane }: Queue) => `${stage} ${lane}`

/** How many of the jobs are begun before this one. */
function countBefore({ _id, userId }: Owned, jobs: Owned[]): number {
  const counts = new Map<string, number>()
  for (const one of jobs) {
    if (one._id === _id) break
    counts.set(one.userId, (counts.get(one.userId) ?? 0) + 1)
  }
  const own = counts.get(userId) ?? 0
  return [...counts].reduce((sum, [one, count]) => sum + (one === userId ? own : Math.min(count, own + 1)), 0)
}
