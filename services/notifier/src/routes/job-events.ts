import { isFinal } from '@utter/contracts/jobs'
import { identityOf } from '@utter/http/identity'
import { notFound } from '@utter/http/problem'
import type { Route } from '@utter/http/server'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { type Change, changesAbove, eventOf } from '../domain/change.ts'
import type { Listener } from '../streams/hub.ts'
import { JobFollower } from '../streams/job-follower.ts'
import type { OpenStream } from '../streams/open-stream.ts'
import { onClosed, openSse } from '../streams/sse.ts'

const Params = z.object({ jobId: z.string() })

/**
 * `GET /api/events/{jobId}`: the present state, then each change, with the job's version as id. With `Last-Event-ID` all
 * versions above it. Ends after the final event; who comes back after that gets 204, so that an EventSource stays away.
 */
export const jobEvents: Route<Deps> = (app, { hub, jobs, streams, places, guard, log }) =>
  app.get(
    '/api/events/:jobId',
    { exposeHeadRoute: false, onRequest: guard.required('jobs:read'), schema: { params: Params } },
    async (request, reply) => {
      const { userId } = identityOf(request)
      const { jobId } = request.params
      const giveBack = places.take(userId)
      // Heard first and looked at second, or a change in between would be lost.
      const early: Change[] = []
      let hear: Listener = (change) => void early.push(change)
      const unfollow = hub.followJob(jobId, (change) => hear(change))
      // However the answer ends, and also when the client leaves while jobs is asked.
      onClosed(reply, () => {
        unfollow()
        giveBack()
      })
      const job = await jobs.job(userId, jobId)
      if (!job) throw notFound('Job not found', 'job_not_found')
      const known = lastEventId(request.headers['last-event-id'], job.version)
      if (known === job.version && isFinal(job.status)) return reply.code(204).send()
      if (reply.raw.destroyed) return reply.hijack()
      const sse = openSse(reply)
      const stream: OpenStream = {
        userId,
        sse,
        lastSentAt: Date.now(),
        job: { id: jobId, told: () => follower.told, catchUp: () => follower.catchUp() },
      }
      const follower = new JobFollower({
        told: known ?? job.version - 1,
        above: async (version) => {
          const present = await jobs.job(userId, jobId)
          return present ? changesAbove(userId, present, version) : []
        },
        send: (change) => {
          stream.lastSentAt = Date.now()
          sse.send(String(change.version), eventOf(change))
        },
        end: () => sse.end(),
        fail: (error) => {
          log.warn({ err: error, jobId }, 'a stream ends for want of the timeline')
          sse.end()
        },
      })
      streams.add(stream)
      follower.begin(changesAbove(userId, job, follower.told))
      hear = (change) => follower.hear(change)
      for (const change of early) follower.hear(change)
      return reply
    },
  )

/** The version that the client has; undefined for none, or one that this job never had. */
function lastEventId(header: string | string[] | undefined, version: number): number | undefined {
  const id = typeof header === 'string' && /^\d{1,9}$/.test(header) ? Number(header) : undefined
  return id !== undefined && id <= version ? id : undefined
}
