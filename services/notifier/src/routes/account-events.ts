import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/server'
import type { Deps } from '../deps.ts'
import { type Change, changesAbove, eventOf, nameOf } from '../domain/change.ts'
import { overlapMs } from '../streams/compare-with-jobs.ts'
import type { Listener } from '../streams/hub.ts'
import type { OpenStream } from '../streams/open-stream.ts'
import { onClosed, openSse } from '../streams/sse.ts'

/** Older than this a resumption would be longer than reading the list again. */
const longestGapMs = 10 * 60_000

/**
 * `GET /api/events`: every change of the account's jobs from now on, ids `<time of the change>-<job>-<version>`. With `Last-Event-ID` what
 * was missed comes first, from a little earlier on: a change may come twice, and its version tells.
 */
export const accountEvents: Route<Deps> = (app, { hub, jobs, streams, places, guard, clock, log }) =>
  app.get('/api/events', { exposeHeadRoute: false, onRequest: guard.required('jobs:read') }, async (request, reply) => {
    const { userId } = identityOf(request)
    const giveBack = places.take(userId)
    const early: Change[] = []
    let hear: Listener = (change) => void early.push(change)
    const unfollow = hub.followAccount(userId, (change) => hear(change))
    // However the answer ends, and also when the client leaves while jobs is asked.
    onClosed(reply, () => {
      unfollow()
      giveBack()
    })
    try {
      const since = missedSince(request.headers['last-event-id'], clock.now())
      const missed = since ? await jobs.changedSince(userId, since) : []
      if (reply.raw.destroyed) return reply.hijack()
      const sse = openSse(reply)
      const stream: OpenStream = { userId, sse, lastSentAt: Date.now() }
      const send = (change: Change) => {
        stream.lastSentAt = Date.now()
        sse.send(`${change.at.getTime()}-${change.jobId}-${change.version}`, {
          jobId: change.jobId,
          version: change.version,
          ...eventOf(change),
        })
      }
      streams.add(stream)
      const changes = missed.flatMap((job) => changesAbove(userId, job, 0)).filter(({ at }) => since && at >= since)
      for (const change of changes.sort((a, b) => a.at.getTime() - b.at.getTime())) {
        send(change)
        await sse.taken()
      }
      // What was read as missed may be heard as well, now or in a moment.
      const told = new Set(changes.map(nameOf))
      const sendNew = (change: Change) => {
        if (!told.has(nameOf(change))) send(change)
      }
      for (const change of early) {
        sendNew(change)
        await sse.taken()
      }
      hear = sendNew
      return reply
    } catch (error) {
      log.warn({ err: error }, 'a stream could not be resumed')
      throw error
    }
  })

function missedSince(header: string | string[] | undefined, now: Date): Date | undefined {
  const time = typeof header === 'string' ? Number(/^(\d{13})-/.exec(header)?.[1]) : Number.NaN
  if (Number.isNaN(time) || now.getTime() - time > longestGapMs) return undefined
  return new Date(time - overlapMs)
}
