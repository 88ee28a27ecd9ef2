import { openBatcher } from '@utter/runtime/batcher'
import { type Clock, systemClock } from '@utter/runtime/clock'
import { failpoint } from '@utter/runtime/failpoint'
import { repeatEvery } from '@utter/runtime/repeat-every'
import type { Log } from '@utter/telemetry/log'
import { measureOutbox } from '../metrics.ts'
import type { OutgoingEvent } from '../outgoing-event.ts'

/**
 * Documents whose last change is not published yet carry `unpublishedSince`, the time of the change. They are relayed at once by the
 * process that changed them, and by a sweep when that one died in between.
 */
export type Outbox<Document> = {
  /**
   * Documents unpublished since before this time, oldest first, leased for longer than a publication takes.
   * @returns also how many were found, those of other relays included
   */
  lease(before: Date, limit: number): Promise<{ found: number; leased: Document[] }>
  /** The events of the document's present state. */
  eventsFor(document: Document): OutgoingEvent[]
  /** Unsets the mark of each document that is still at the version that was published. */
  markPublished(documents: Document[]): Promise<void>
}

/** Marks are unset together; a document that has changed in between keeps its mark. */
const unmarkEveryMs = 500
/** Older than this, the process that changed it is dead, or could not reach the broker. */
const overdueMs = 2_000
const batch = 200
/** More failures in a row than this are the broker's, not the documents'. */
const maxFailuresInARow = 3

export type Relay<Document> = AsyncDisposable & {
  /** Publishes it now, in the background; after a failure the sweep does. */
  soon(document: Document): void
  relay(documents: Document[]): Promise<void>
}

type RelayOptions = {
  clock?: Clock
  /** How often it looks for what others left unpublished, in ms. */
  sweepEveryMs?: number
}

export function openRelay<Document>(
  outbox: Outbox<Document>,
  publish: (events: OutgoingEvent[]) => Promise<void>,
  log: Log,
  { clock = systemClock, sweepEveryMs = 1_000 }: RelayOptions = {},
): Relay<Document> {
  const inFlight = new Set<Promise<void>>()
  const published = openBatcher<Document>(unmarkEveryMs, log, outbox.markPublished)
  const publishNow = async (documents: Document[]) => {
    await publish(documents.flatMap((document) => outbox.eventsFor(document)))
    failpoint('relayed')
  }
  const relay = async (documents: Document[]) => {
    await publishNow(documents)
    await outbox.markPublished(documents)
  }
  /** A document that cannot be published keeps its mark and is leased again later: it does not hold up the others. */
  const relayOneByOne = async (documents: Document[]) => {
    let failures = 0
    for (const document of documents) {
      try {
        await relay([document])
        failures = 0
      } catch (error) {
        log.error({ err: error, id: (document as { _id?: unknown })._id }, 'a change cannot be published')
        if (++failures === maxFailuresInARow) throw error
      }
    }
  }
  let ended = false
  // While the broker is unavailable one document asks for all of them, so that the others are not leased in vain.
  let limit = batch
  const sweep = repeatEvery(sweepEveryMs, 'outbox', log, async () => {
    for (let more = true; more && !ended; ) {
      const { found, leased } = await outbox.lease(new Date(clock.now().getTime() - overdueMs), limit)
      more = found === limit
      try {
        if (leased.length > 0) await relay(leased).catch((error) => retry(leased, error))
        limit = batch
        if (leased.length > 0 || found === 0) measureOutbox(outbox, false)
      } catch (error) {
        limit = 1
        measureOutbox(outbox, true)
        throw error
      }
    }
  })
  const retry = async (documents: Document[], error: unknown) => {
    if (documents.length === 1) throw error
    await relayOneByOne(documents)
  }
  return {
    relay,
    soon(document) {
      const one = publishNow([document])
        .then(() => published.add(document))
        .catch((error) => log.debug({ err: error }, 'left to the sweep'))
        .finally(() => inFlight.delete(one))
      inFlight.add(one)
    },
    async [Symbol.asyncDispose]() {
      ended = true
      await sweep[Symbol.asyncDispose]()
      measureOutbox(outbox, false)
      await Promise.all(inFlight)
      await published[Symbol.asyncDispose]()
    },
  }
}
