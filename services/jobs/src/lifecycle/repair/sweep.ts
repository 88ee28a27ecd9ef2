import { repeatEvery } from '@utter/runtime/repeat-every'
import { shuffled } from '@utter/runtime/shuffled'
import type { Log } from '@utter/telemetry/log'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'

export type Sweep<Found> = {
  name: string
  everyMs: number
  /** Documents that are acted on at the same time. */
  concurrency: number
  /** @param besides ids that are left out @returns the next documents for this replica, and whether there may be more */
  next(limit: number, besides: string[]): Promise<{ mine: Found[]; more: boolean }>
  act(document: Found): Promise<unknown>
}

const maxBatch = 100
/** A batch is to be done in so long, in ms: well within the lease of its documents, however slow this machine is at the moment. */
const batchMs = 2_000
/** A document whose act failed is not tried again by this replica for so long. */
const backOffMs = 60_000
const maxBackedOff = 1_000

/** Sweeps batch after batch until none is left, many at once; a document whose act fails holds up no other. */
export function startSweep<Found extends { _id: string }>(
  { name, everyMs, concurrency, next, act }: Sweep<Found>,
  log: Log,
  stopping: AbortSignal,
): AsyncDisposable {
  const failed = new LRUCache<string, true>({ max: maxBackedOff, ttl: backOffMs })
  const limit = pLimit(concurrency)
  const actOn = async (document: Found) => {
    if (stopping.aborted) return
    try {
      await act(document)
    } catch (error) {
      failed.set(document._id, true)
      log.warn({ err: error, sweep: name, id: document._id }, 'left for a later turn')
    }
  }
  let batch = concurrency
  return repeatEvery(everyMs, name, log, async () => {
    for (let more = true; more && !stopping.aborted; ) {
      const found = await next(batch, [...failed.keys()])
      const startedMs = performance.now()
      await limit.map(shuffled(found.mine), actOn)
      if (found.mine.length > 0) batch = batchOf(found.mine.length, performance.now() - startedMs, concurrency)
      more = found.more
    }
  })
}

/** @returns how many documents the next batch may have, when `count` of them took `tookMs` */
export const batchOf = (count: number, tookMs: number, concurrency: number): number =>
  Math.max(concurrency, Math.min(maxBatch, Math.floor((count * batchMs) / tookMs)))
