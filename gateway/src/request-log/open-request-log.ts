import type { NotedRequest, NoteRequests } from '@utter/contracts/http/internal/account/note-requests'
import { repeatEvery } from '@utter/runtime/repeat-every'
import type { Log } from '@utter/telemetry/log'
import { Counter } from 'prom-client'
import { createRequestBuffer } from './buffer.ts'

const sendEveryMs = 1_000
/** Tries of one batch, a second apart; then its entries are dropped, so that newer ones are not held up. */
const maxTries = 3

const droppedTotal = new Counter({
  name: 'request_log_dropped_total',
  help: 'Requests that are not in the log of their account: there was no room, or account did not take them',
})

export type RequestLog = {
  /** Whether an entry of the account would be kept. */
  hasRoom(userId: string): boolean
  note(entry: NotedRequest): void
}

/**
 * The log of what accounts have asked, sent to account in batches about once a second. Nothing waits for it: an entry without room is dropped and counted,
 * and so are those of a batch that account does not take. Disposing sends what waits, once.
 * @param send a batch; throws when account does not take it, within some seconds
 */
export function openRequestLog(
  send: (batch: NoteRequests) => Promise<unknown>,
  log: Log,
  everyMs = sendEveryMs,
): RequestLog & AsyncDisposable {
  const buffer = createRequestBuffer()
  let batch: NoteRequests | null = null
  let tries = 0

  /** @returns whether there may be more to send */
  async function sendNext(): Promise<boolean> {
    batch ??= buffer.take()
    if (!batch) return false
    try {
      await send(batch)
    } catch (error) {
      if (++tries < maxTries) return false
      giveUp(batch, error)
      reset()
      return false
    }
    reset()
    return true
  }

  function reset(): void {
    batch = null
    tries = 0
  }

  function giveUp({ requests, dropped }: NoteRequests, err: unknown): void {
    log.warn({ err, count: requests.length }, 'account does not take the log of requests: a batch is dropped')
    droppedTotal.inc(requests.length)
    for (const { userId, at } of requests) buffer.drop({ userId, count: 1, from: at, to: at })
    for (const one of dropped) buffer.drop(one)
  }

  const sending = repeatEvery(everyMs, 'log of requests', log, async () => {
    for (let more = true; more; ) more = await sendNext()
  })
  return {
    hasRoom: buffer.hasRoom,
    note(entry) {
      if (!buffer.add(entry)) droppedTotal.inc()
    },
    async [Symbol.asyncDispose]() {
      await sending[Symbol.asyncDispose]()
      tries = maxTries
      await sendNext()
    },
  }
}
