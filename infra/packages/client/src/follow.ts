import {
  AccountJobEvent,
  AudioEvent,
  JobEvent,
  PositionEvent,
  ReplyEvent,
  ResetEvent,
  WordsEvent,
  WritingEvent,
} from '@utter/contracts/http/jobs/job-views'
import { isFinal } from '@utter/contracts/jobs'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type * as z from 'zod/mini'
import { sleep, waitBefore } from './backoff.ts'
import { noAnswer, UtterError } from './errors.ts'
import type { Request } from './request.ts'

/** An event of one job. `change` has its version as `id`. */
export type JobStreamEvent =
  | ({ type: 'change'; id: string } & JobEvent)
  | ({ type: 'reply' } & ReplyEvent)
  | ({ type: 'writing' } & WritingEvent)
  | ({ type: 'audio' } & AudioEvent)
  | ({ type: 'words' } & WordsEvent)
  | ({ type: 'position' } & PositionEvent)

/** An event of the account's jobs. After `reset` read your lists again. */
export type AccountStreamEvent = ({ type: 'change'; id: string } & AccountJobEvent) | ({ type: 'reset' } & ResetEvent)

/** A heartbeat comes every 15 s: a stream that is silent for so long is lost. */
const silenceMs = 45_000

const jobSchemas = {
  message: JobEvent,
  writing: WritingEvent,
  reply: ReplyEvent,
  audio: AudioEvent,
  words: WordsEvent,
  position: PositionEvent,
}
const accountSchemas = { message: AccountJobEvent, reset: ResetEvent }

/** The events of one job until its end. A connection that is lost is opened again, and goes on where it ended. */
export async function* followJob(
  request: Request,
  jobId: string,
  signal?: AbortSignal,
): AsyncGenerator<JobStreamEvent> {
  for await (const event of follow(request, `/api/events/${encodeURIComponent(jobId)}`, jobSchemas, signal)) {
    yield event as JobStreamEvent
    if (event.type === 'change' && isFinal(String(event.status))) return
  }
}

/** The changes of all jobs of the account, from now on, until it is left. A change may come twice: its version shows it. */
export async function* followJobs(request: Request, signal?: AbortSignal): AsyncGenerator<AccountStreamEvent> {
  for await (const event of follow(request, '/api/events', accountSchemas, signal)) yield event as AccountStreamEvent
}

type Schemas = Record<string, z.ZodMiniObject>
type Event = { type: string; id?: string } & Record<string, unknown>

async function* follow(request: Request, path: string, schemas: Schemas, signal?: AbortSignal): AsyncGenerator<Event> {
  let lastEventId: string | undefined
  for (let losses = 0; ; ) {
    const leaving = new AbortController()
    const both = signal ? AbortSignal.any([signal, leaving.signal]) : leaving.signal
    try {
      const headers = {
        accept: 'text/event-stream',
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      }
      const response = await request(path, { headers, signal: both, isStream: true })
      // Its end was received already.
      if (response.status === 204) return
      for await (const message of messagesOf(response)) {
        losses = 0
        if (message.id) lastEventId = message.id
        const event = eventOf(message, schemas)
        if (event) yield event
      }
    } catch (error) {
      signal?.throwIfAborted()
      if (!(error instanceof UtterError) || error.status !== 0) throw error
    } finally {
      leaving.abort()
    }
    await sleep(waitBefore(++losses, undefined, Math.random), signal)
  }
}

/** @throws UtterError when the stream breaks, or is silent for too long */
async function* messagesOf(response: Response): AsyncGenerator<EventSourceMessage> {
  const reader = response.body?.getReader()
  if (!reader) return
  const messages: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (message) => void messages.push(message) })
  const decoder = new TextDecoder()
  try {
    for (;;) {
      const { done, value } = await withTimeout(reader.read(), silenceMs).catch((error: unknown) => {
        throw noAnswer(error)
      })
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
      yield* messages.splice(0)
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** Undefined for what this client does not know: streams get new named events. */
function eventOf({ id, event = 'message', data }: EventSourceMessage, schemas: Schemas): Event | undefined {
  const schema = schemas[event]
  if (!schema) return undefined
  const fields = schema.parse(JSON.parse(data)) as Record<string, unknown>
  return event === 'message' ? { type: 'change', id: id ?? '', ...fields } : { type: event, ...fields }
}

async function withTimeout<Value>(promise: Promise<Value>, ms: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DOMException('The stream is silent', 'TimeoutError')), ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
