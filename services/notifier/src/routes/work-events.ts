import { HeartbeatEvent } from '@utter/contracts/http/jobs/job-views'
import { WorkEvent } from '@utter/contracts/http/works/events'
import { identityOf } from '@utter/http/identity'
import type { Operation } from '@utter/http/openapi/operation'
import { notFound } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import { openServerSentEvents } from '@utter/http/server-sent-events'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { isAtRest, type WorkChange } from '../domain/work-change.ts'
import { subscribe } from '../streams/subscription.ts'
import { WorkStream } from '../streams/work-stream.ts'

const Params = z.object({ workId: z.string() })

const operation: Operation = {
  id: 'followWork',
  tag: 'Streams',
  summary: 'Follow one work to its end',
  description:
    'The present state with all chapters, then each change. Ends once the work is `completed`, `failed` or `cancelled`; after an edit or a resumption it can be followed again.',
  parameters: { workId: 'The id of the work.' },
  headers: ['LastEventId'],
  answers: {
    200: {
      description: 'A stream. Named events have no id.',
      events: [
        {
          schema: WorkEvent,
          description:
            'the present state, then each change. Its id is the version of the work; a client that reconnects gets the present state again.',
        },
        {
          name: 'heartbeat',
          schema: HeartbeatEvent,
          description: 'at least every 15 seconds. A stream without one for longer is broken.',
        },
      ],
    },
    204: {
      description:
        'Nothing follows: the work has ended, has not changed its state since, and its end was received (`Last-Event-ID`).',
    },
  },
  refusals: { 429: 'Over the rate, or too many open streams.' },
}

/**
 * `GET /api/events/works/{workId}`: the present state with all chapters, then each change, with the version of the work as id. Ends when nothing of the work moves any more; a
 * client that reconnects after that gets 204, at which an EventSource stops, unless the work has gone on meanwhile.
 */
export const workEvents: Route<Deps> = (app, { hub, jobs, streams, streamLimit, guard, clock, log }) =>
  app.get(
    '/api/events/works/:workId',
    { exposeHeadRoute: false, access: guard.required('jobs:read'), schema: { operation, params: Params } },
    async (request, reply) => {
      const { userId } = identityOf(request)
      const { workId } = request.params
      const subscription = subscribe<WorkChange>(
        reply,
        () => streamLimit.acquire(userId),
        (listener) => hub.followWork(userId, workId, listener),
      )
      const view = await jobs.work(userId, workId)
      if (!view) throw notFound('Work not found', 'work_not_found')
      const isKnown = request.headers['last-event-id'] === String(view.version)
      if (isKnown && isAtRest(view.work.state)) return reply.code(204).send()
      if (reply.raw.destroyed) return reply.hijack()
      const sse = openServerSentEvents(reply, { resumable: true })
      const stream = new WorkStream({ userId, workId, sse }, { jobs, clock, log })
      streams.add(stream)
      stream.follow(view, subscription)
      return reply
    },
  )
