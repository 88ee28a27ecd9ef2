import {
  AccountJobEvent,
  HeartbeatEvent,
  JobDeletedEvent,
  ResetEvent,
  WebhookDisabledEvent,
} from '@utter/contracts/http/jobs/job-views'
import { NoticeView } from '@utter/contracts/http/notices/views'
import { WorkDeletedEvent, WorkEvent } from '@utter/contracts/http/works/events'
import { identityOf } from '@utter/http/identity'
import type { Operation } from '@utter/http/openapi/operation'
import type { Route } from '@utter/http/route'
import { openServerSentEvents } from '@utter/http/server-sent-events'
import type { Deps } from '../deps.ts'
import { type Change, jobEventOf, keyOf } from '../domain/change.ts'
import { missedChanges } from '../streams/missed-changes.ts'
import type { OpenStream } from '../streams/stream.ts'
import { subscribe } from '../streams/subscription.ts'

const operation: Operation = {
  id: 'followJobs',
  tag: 'Streams',
  summary: 'Follow all jobs of the account',
  description:
    'Every change from now on; with `Last-Event-ID` the missed ones first. A change may come twice: its version shows it.',
  headers: ['LastEventId'],
  answers: {
    200: {
      description: 'A stream without an end. Named events have no id.',
      events: [
        { schema: AccountJobEvent, description: 'a change of a job.' },
        {
          name: 'heartbeat',
          schema: HeartbeatEvent,
          description: 'at least every 15 seconds. A stream without one for longer is broken.',
        },
        {
          name: 'reset',
          schema: ResetEvent,
          description: 'more than ten minutes or 500 jobs were missed: read your lists anew. It may come at any time.',
        },
        {
          name: 'job-deleted',
          schema: JobDeletedEvent,
          description:
            'a job was deleted, or its lifetime is over. One that was missed is in no list that is read anew.',
        },
        {
          name: 'work',
          schema: WorkEvent,
          description:
            'a work has another state, or a chapter of it another state, text or progress. One that was missed is not sent again: read the work anew after a reconnect.',
        },
        { name: 'work-deleted', schema: WorkDeletedEvent, description: 'a work was deleted, or its lifetime is over.' },
        {
          name: 'webhook-disabled',
          schema: WebhookDisabledEvent,
          description: 'nothing is sent to the webhook of the account until its address is set again.',
        },
        {
          name: 'notice',
          schema: NoticeView,
          description:
            'something that the owner of the account is told. One that was missed is not sent again: read the list anew after a reconnect.',
        },
      ],
    },
  },
  refusals: { 429: 'Over the rate, or too many open streams.' },
}

/**
 * `GET /api/events`: every change of the account's jobs from now on, ids `<time of the change>-<job>-<version>`. With
 * `Last-Event-ID` the missed ones are sent first, from a little earlier on: a change may be sent twice, and its version
 * shows it. Where they cannot all be sent, the named event `reset` replaces them, without an id: the client reads its
 * lists again.
 */
export const accountEvents: Route<Deps> = (app, { hub, jobs, streams, streamLimit, guard, clock, log }) =>
  app.get(
    '/api/events',
    { exposeHeadRoute: false, access: guard.required('jobs:read'), schema: { operation } },
    async (request, reply) => {
      const { userId } = identityOf(request)
      const subscription = subscribe(
        reply,
        () => streamLimit.acquire(userId),
        (listener) => hub.followAccount(userId, listener),
      )
      try {
        const missed = await missedChanges(jobs, userId, request.headers['last-event-id'], clock.now())
        if (reply.raw.destroyed) return reply.hijack()
        const sse = openServerSentEvents(reply, { resumable: true })
        const stream: OpenStream = { userId, sse, lastSentAtMs: clock.now().getTime() }
        const send = (change: Change) => {
          stream.lastSentAtMs = clock.now().getTime()
          sse.send(
            { jobId: change.jobId, version: change.version, ...jobEventOf(change) },
            { id: `${change.at.getTime()}-${change.jobId}-${change.version}` },
          )
        }
        streams.add(stream)
        const changes = missed === 'reset' ? [] : missed
        if (missed === 'reset') sse.send({ at: clock.now().toISOString() } satisfies ResetEvent, { event: 'reset' })
        for (const change of changes) {
          send(change)
          await sse.drained()
        }
        // A change that was read as missed may come as an event too, now or in a moment.
        const sent = changes.length > 0 ? new Set(changes.map(keyOf)) : undefined
        const sendNew = (change: Change) => {
          if (!sent?.has(keyOf(change))) send(change)
        }
        for (const change of subscription.held) {
          sendNew(change)
          await sse.drained()
        }
        subscription.handle = sendNew
        return reply
      } catch (error) {
        log.warn({ err: error }, 'a stream could not be resumed')
        throw error
      }
    },
  )
