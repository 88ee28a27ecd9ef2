import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { isFinal } from '@utter/contracts/jobs'
import type { ServerSentEvents } from '@utter/http/server-sent-events'
import type { Clock } from '@utter/runtime/clock'
import type { AudioAddresses } from '@utter/storage/audio/addresses'
import type { Log } from '@utter/telemetry/log'
import type { JobsClient } from '../clients/jobs.ts'
import { type Change, changesAbove, jobEventOf } from '../domain/change.ts'
import { createJobDetails, type StreamDetails } from './job-details.ts'
import { JobFollower } from './job-follower.ts'
import type { OpenStream } from './stream.ts'
import type { Subscription } from './subscription.ts'

type JobStreamDeps = { jobs: Pick<JobsClient, 'job'>; audio: Pick<AudioAddresses, 'sign'>; clock: Clock; log: Log }
type JobStreamOptions = {
  userId: string
  sse: ServerSentEvents
  /** The job as it was read when the stream was opened. */
  view: JobView
  /** The last version that the client has; undefined: none. */
  lastVersion: number | undefined
}

/** The stream of one job: each version of it once and in order, and its named events. */
export class JobStream implements OpenStream {
  readonly userId: string
  readonly sse: ServerSentEvents
  readonly job: NonNullable<OpenStream['job']>
  lastSentAtMs: number
  readonly #deps: JobStreamDeps
  readonly #view: JobView
  readonly #details: StreamDetails
  readonly #follower: JobFollower

  constructor({ userId, sse, view, lastVersion }: JobStreamOptions, deps: JobStreamDeps) {
    this.userId = userId
    this.sse = sse
    this.lastSentAtMs = deps.clock.now().getTime()
    this.#deps = deps
    this.#view = view
    const details = createJobDetails(
      (event, data) => sse.send(data, { event }),
      () => deps.audio.sign(view.id, deps.clock.now()),
    )
    const follower = new JobFollower({
      sentVersion: lastVersion ?? view.version - 1,
      changesAbove: (version) => this.#changesAbove(version),
      send: (change) => this.#send(change),
      end: () => sse.end(),
      fail: (error) => this.#fail(error),
    })
    this.job = {
      id: view.id,
      sentVersion: () => follower.sentVersion,
      catchUp: () => follower.catchUp(),
      details,
    }
    this.#details = details
    this.#follower = follower
  }

  /** Sends the versions of the view that the client lacks, then each change of the subscription: first those it held. */
  follow(subscription: Subscription): void {
    this.#follower.begin(changesAbove(this.userId, this.#view, this.#follower.sentVersion))
    if (!isFinal(this.#view.status)) this.#details.handleView(this.#view)
    subscription.handle = (change) => this.#follower.handle(change)
    for (const change of subscription.held) this.#follower.handle(change)
  }

  async #changesAbove(version: number): Promise<Change[]> {
    const present = await this.#deps.jobs.job(this.userId, this.job.id)
    if (!present) return []
    this.#details.handleView(present)
    return changesAbove(this.userId, present, version)
  }

  #send(change: Change): void {
    this.lastSentAtMs = this.#deps.clock.now().getTime()
    this.sse.send(jobEventOf(change), { id: String(change.version) })
    this.#details.handleChange(change)
  }

  #fail(error: unknown): void {
    this.#deps.log.warn({ err: error, jobId: this.job.id }, 'a stream ends for want of the timeline')
    this.sse.end()
  }
}
