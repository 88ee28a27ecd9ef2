import {
  AudioEvent,
  HeartbeatEvent,
  JobEvent,
  PositionEvent,
  ReplyEvent,
  WordsEvent,
  WritingEvent,
} from '@utter/contracts/http/jobs/job-views'
import { isFinal } from '@utter/contracts/jobs'
import { identityOf } from '@utter/http/identity'
import { notFound } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import { openServerSentEvents } from '@utter/http/server-sent-events'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { JobStream } from '../streams/job-stream.ts'
import { subscribe } from '../streams/subscription.ts'

const Params = z.object({ jobId: z.string() })

/**
 * `GET /api/events/{jobId}`: the present state, then each change, with the job's version as id. With `Last-Event-ID`
 * all versions above it. Further named events have no id: `writing`, `reply`, `audio`, `words`, `position`, `heartbeat`. Ends after the final event;
 * a client that reconnects after it gets 204, at which an EventSource stops.
 */
export const jobEvents: Route<Deps> = (app, { hub, jobs, audio, streams, streamLimit, guard, clock, log }) =>
  app.get(
    '/api/events/:jobId',
    {
      exposeHeadRoute: false,
      access: guard.required('jobs:read'),
      schema: {
        operation: {
          id: 'followJob',
          tag: 'Streams',
          summary: 'Follow one job to its end',
          description: 'The present state, then each change. Ends after the final event.',
          parameters: { jobId: 'The id of the job.' },
          headers: ['LastEventId'],
          answers: {
            200: {
              description: 'A stream. Named events have no id.',
              events: [
                {
                  schema: JobEvent,
                  description: 'the present state, then each change. Its id is the version of the job.',
                },
                {
                  name: 'writing',
                  schema: WritingEvent,
                  description:
                    'of a job with `stream`, while its reply is written: the text so far, a few times a second. A further attempt begins anew.',
                },
                { name: 'reply', schema: ReplyEvent, description: 'the reply, once it is written. It may come again.' },
                {
                  name: 'audio',
                  schema: AudioEvent,
                  description:
                    'of a job with `stream`, once its sound can be heard as it is spoken. It comes again with a further attempt; a listener that is cut off may ask the same address again.',
                },
                {
                  name: 'words',
                  schema: WordsEvent,
                  description:
                    'of a job with `stream`, on plans with word timestamps: the words that can be heard so far, again with each sentence.',
                },
                {
                  name: 'position',
                  schema: PositionEvent,
                  description: 'the place of a job that waits, and each change of it.',
                },
                {
                  name: 'heartbeat',
                  schema: HeartbeatEvent,
                  description: 'at least every 15 seconds. A stream without one for longer is broken.',
                },
              ],
            },
            204: { description: 'Nothing follows: the job has ended, and its end was received (`Last-Event-ID`).' },
          },
          refusals: { 429: 'Over the rate, or too many open streams.' },
        },
        params: Params,
      },
    },
    async (request, reply) => {
      const { userId } = identityOf(request)
      const { jobId } = request.params
      const subscription = subscribe(
        reply,
        () => streamLimit.acquire(userId),
        (listener) => hub.followJob(jobId, listener),
      )
      const job = await jobs.job(userId, jobId)
      if (!job) throw notFound('Job not found', 'job_not_found')
      const lastVersion = versionOf(request.headers['last-event-id'], job.version)
      if (lastVersion === job.version && isFinal(job.status)) return reply.code(204).send()
      if (reply.raw.destroyed) return reply.hijack()
      const sse = openServerSentEvents(reply, { resumable: true })
      const stream = new JobStream({ userId, sse, view: job, lastVersion }, { jobs, audio, clock, log })
      streams.add(stream)
      stream.follow(subscription)
      return reply
    },
  )

/** The last version that the client has; undefined without one, or for one that this job never had. */
function versionOf(lastEventId: string | string[] | undefined, presentVersion: number): number | undefined {
  const version = typeof lastEventId === 'string' && /^\d{1,9}$/.test(lastEventId) ? Number(lastEventId) : undefined
  return version !== undefined && version <= presentVersion ? version : undefined
}
