import { every } from '@utter/runtime/every'
import { failpoint } from '@utter/runtime/failpoint'
import { openGathering } from '@utter/runtime/gather'
import type { Log } from '@utter/telemetry/log'
import type { Fact } from './fact.ts'

/**
 * Documents that changed and were not yet told of carry `unsaid`, the time of the change. They are relayed at once by who
 * changed them, and by a sweep when that one died in between.
 */
export type Outbox<Document> = {
  /**
   * Documents unsaid since before this time, oldest first, which no other relay gets for longer than a publication takes.
   * @returns also how many were found, whoever got them
   */
  lease(before: Date, limit: number): Promise<{ found: number; leased: Document[] }>
  /** What the document means now. */
  meaning(document: Document): Fact[]
  /** Takes the mark away from each document that is still the one that was said. */
  said(documents: Document[]): Promise<void>
}

const sweepEveryMs = 1_000
/** Marks are taken away together; what has moved on in between has lost its mark by then. */
const unmarkEveryMs = 500
/** Older than this, whoever changed it is dead, or could not reach the broker. */
const overdueMs = 2_000
const batch = 200
/** So many failures one after the other are the broker's, not the documents'. */
const maxFailuresInARow = 3

export type Relay<Document> = AsyncDisposable & {
  /** Says it now, in the background; what fails is the sweep's. */
  soon(document: Document): void
  relay(documents: Document[]): Promise<void>
}

export function openRelay<Document>(
  outbox: Outbox<Document>,
  say: (facts: Fact[]) => Promise<void>,
  log: Log,
): Relay<Document> {
  const underWay = new Set<Promise<void>>()
  const told = openGathering<Document>(unmarkEveryMs, log, outbox.said)
  const tell = async (documents: Document[]) => {
    await say(documents.flatMap((document) => outbox.meaning(document)))
    failpoint('relayed')
  }
  const relay = async (documents: Document[]) => {
    await tell(documents)
    await outbox.said(documents)
  }
  /** One that cannot be told keeps its mark and is leased again later: it holds up nobody. */
  const relayOneByOne = async (documents: Document[]) => {
    let failures = 0
    for (const document of documents) {
      try {
        await relay([document])
        failures = 0
      } catch (error) {
        log.error({ err: error, id: (document as { _id?: unknown })._id }, 'a change cannot be told')
        if (++failures === maxFailuresInARow) throw error
      }
    }
  }
  let ended = false
  // While the broker is away one document asks for all of them, so that the others are not leased in vain.
  let limit = batch
  const sweep = every(sweepEveryMs, 'outbox', log, async () => {
    for (let more = true; more && !ended; ) {
      const { found, leased } = await outbox.lease(new Date(Date.now() - overdueMs), limit)
      more = found === limit
      try {
        if (leased.length > 0) await relay(leased).catch((error) => retry(leased, error))
        limit = batch
      } catch (error) {
        limit = 1
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
      const one = tell([document])
        .then(() => told.add(document))
        .catch((error) => log.debug({ err: error }, 'left to the sweep'))
        .finally(() => underWay.delete(one))
      underWay.add(one)
    },
    async [Symbol.asyncDispose]() {
      ended = true
      await sweep[Symbol.asyncDispose]()
      await Promise.all(underWay)
      await told[Symbol.asyncDispose]()
    },
  }
}
