import { every } from '@utter/runtime/every'
import { failpoint } from '@utter/runtime/failpoint'
import type { Log } from '@utter/telemetry/log'
import type { Fact } from './fact.ts'

/**
 * Documents that changed and were not yet told of carry `unsaid`, the time of the change. They are relayed at once by who
 * changed them, and by a sweep when that one died in between.
 */
export type Outbox<Document> = {
  /** Documents unsaid since before this time, oldest first. */
  unsaid(before: Date, limit: number): Promise<Document[]>
  /** What the document means now. */
  meaning(document: Document): Fact[]
  /** Takes the mark away, if the document is still the one that was said. */
  said(document: Document): Promise<void>
}

const sweepEveryMs = 1_000
/** Older than this, whoever changed it is dead, or could not reach the broker. */
const overdueMs = 2_000
const batch = 200

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
  const relay = async (documents: Document[]) => {
    await say(documents.flatMap((document) => outbox.meaning(document)))
    failpoint('relayed')
    await Promise.all(documents.map((document) => outbox.said(document)))
  }
  const sweep = every(sweepEveryMs, 'outbox', log, async () => {
    for (;;) {
      const documents = await outbox.unsaid(new Date(Date.now() - overdueMs), batch)
      if (documents.length > 0) await relay(documents)
      if (documents.length < batch) return
    }
  })
  return {
    relay,
    soon(document) {
      const one = relay([document])
        .catch((error) => log.debug({ err: error }, 'left to the sweep'))
        .finally(() => underWay.delete(one))
      underWay.add(one)
    },
    async [Symbol.asyncDispose]() {
      await sweep[Symbol.asyncDispose]()
      await Promise.all(underWay)
    },
  }
}
