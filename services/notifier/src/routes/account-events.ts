import { whoAsks } from '@utter/http/identity'
import type { Route } from '@utter/http/server'
import type { Deps } from '../deps.ts'
import { type Change, changesAbove, eventOf, nameOf } from '../domain/change.ts'
import type { Listener } from '../streams/hub.ts'
import type { OpenStream } from '../streams/open-streams.ts'
import { openSse } from '../streams/sse.ts'

/** Replicas' clocks and the time on the road: what may lie between a change and the id that it was told under. */
const overlapMs = 10_000
/** Older than this a resumption would be longer than reading the list again. */
const longestGapMs = 10 * 60_000

/**
 * `GET /api/events`: every change of the account's jobs from now on, ids `<time>-<job>-<version>`. With `Last-Event-ID` what
 * was missed comes first, from a little earlier on: a change may come twice, and its version tells.
 */
export const accountEvents: Route<Deps> = (app, { hub, jobs, streams, guard, clock, log }) =>
  app.get('/api/events', { onRequest: guard.required('jobs:read') }, async (request, reply) => {
    const { userId } = whoAsks(request)
    streams.checkRoom(userId)
    const early: Change[] = []
    let hear: Listener = (change) => void early.push(change)
    const leave = hub.followAccount(userId, (change) => hear(change))
    try {
      const since = missedSince(request.headers['last-event-id'], clock.now())
      const missed = since ? await jobs.changedSince(userId, since) : []
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
      sse.onClose(leave)
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
      leave()
      log.warn({ err: error }, 'a stream could not be resumed')
      throw error
    }
  })

function missedSince(header: string | string[] | undefined, now: Date): Date | undefined {
  const time = typeof header === 'string' ? Number(/^(\d{13})-/.exec(header)?.[1]) : Number.NaN
  if (Number.isNaN(time) || now.getTime() - time > longestGapMs) return undefined
  return new Date(time - overlapMs)
}
