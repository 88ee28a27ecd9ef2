import type { WorkForNotifier } from '@utter/contracts/http/internal/jobs/get-work'
import type { ChapterProgress, WorkEvent } from '@utter/contracts/http/works/events'
import type { ServerSentEvents } from '@utter/http/server-sent-events'
import type { Clock } from '@utter/runtime/clock'
import type { Log } from '@utter/telemetry/log'
import type { JobsClient } from '../clients/jobs.ts'
import { isAtRest, type WorkChange, workEventOf, workEventOfView } from '../domain/work-change.ts'
import type { OpenStream } from './stream.ts'
import type { Subscription } from './subscription.ts'

type WorkStreamDeps = { jobs: Pick<JobsClient, 'work'>; clock: Clock; log: Log }

/** The part of a chapter whose change is sent: its version also counts what nobody sees. */
const contentOf = ({ title, state, progress, revision, durationMs, error }: ChapterProgress): string =>
  [revision, state, progress, durationMs, error, title].join(' ')
const contentOfWork = ({ state, reason, title }: WorkEvent): string => [state, reason, title].join(' ')

/**
 * The stream of one work: its present state with all chapters, then each change of a chapter or of its state, regardless of the order of the events; what is late is dropped.
 * It ends when nothing of the work moves any more, as jobs has it then: so no chapter's end is missing before.
 */
export class WorkStream implements OpenStream {
  readonly userId: string
  readonly sse: ServerSentEvents
  readonly work: NonNullable<OpenStream['work']>
  lastSentAtMs: number
  readonly #deps: WorkStreamDeps
  readonly #chapters = new Map<string, { version: number; content: string }>()
  #sent = { version: -1, content: '' }
  #isEnded = false
  #turn: Promise<void> = Promise.resolve()

  constructor(
    { userId, workId, sse }: { userId: string; workId: string; sse: ServerSentEvents },
    deps: WorkStreamDeps,
  ) {
    this.userId = userId
    this.sse = sse
    this.lastSentAtMs = deps.clock.now().getTime()
    this.#deps = deps
    this.work = { id: workId, compare: () => this.#inTurn(() => this.#readAgain()) }
  }

  /** Sends the work as it was read, then each change of the subscription: first those that it held. */
  follow(view: WorkForNotifier, subscription: Subscription<WorkChange>): void {
    this.#sendView(view)
    subscription.handle = (change) => this.#handle(change)
    for (const change of subscription.held) this.#handle(change)
  }

  #handle(change: WorkChange): void {
    const handled = this.#inTurn(async () => {
      if (this.#isLate(change)) return
      // Its last changes may be on their way.
      if (isAtRest(change.state)) await this.#readAgain()
      else this.#send(workEventOf(change))
    })
    void handled.catch((error) => {
      this.#deps.log.warn({ err: error, workId: this.work.id }, 'a stream ends for want of its work')
      this.#end()
    })
  }

  #isLate({ version, chapter }: WorkChange): boolean {
    if (version < this.#sent.version) return true
    const sent = chapter ? this.#chapters.get(chapter.chapterId) : this.#sent
    return sent !== undefined && (chapter ?? { version }).version <= sent.version
  }

  async #readAgain(): Promise<void> {
    if (this.#isEnded) return
    const view = await this.#deps.jobs.work(this.userId, this.work.id)
    if (view) this.#sendView(view)
    else this.#end()
  }

  /** Sends what differs from what was sent, if anything does. */
  #sendView(view: WorkForNotifier): void {
    const { chapters, ...work } = workEventOfView(view)
    const changed = chapters.filter((one) => this.#chapters.get(one.chapterId)?.content !== contentOf(one))
    const event = { ...work, chapters: changed }
    const isNew = work.version !== this.#sent.version || contentOfWork(event) !== this.#sent.content
    if (isNew || changed.length > 0) this.#send(event)
    if (isAtRest(work.state)) this.#end()
  }

  #send(event: WorkEvent): void {
    if (this.#isEnded) return
    this.lastSentAtMs = this.#deps.clock.now().getTime()
    this.#sent = { version: event.version, content: contentOfWork(event) }
    for (const one of event.chapters)
      this.#chapters.set(one.chapterId, { version: one.version, content: contentOf(one) })
    this.sse.send(event, { id: String(event.version) })
  }

  #end(): void {
    this.#isEnded = true
    this.sse.end()
  }

  #inTurn(act: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(act)
    this.#turn = turn.catch(() => {})
    return turn
  }
}
