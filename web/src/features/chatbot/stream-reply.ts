import { ChatAnswer } from '@utter/contracts/http/chat'
import type { ProblemBody } from '@utter/contracts/http/problem'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { HttpError } from '../../lib/server/http.ts'

interface ChatOptions {
  sessionId: string
  signal: AbortSignal
  /** Called with the reply as far as it is written. */
  onText: (text: string) => void
}

/** `POST /api/chat` as a stream. @returns the whole reply @throws HttpError with the server's sentence */
export async function streamReply(message: string, { sessionId, signal, onText }: ChatOptions): Promise<string> {
  const response = await fetch('/api/chat', {
    method: 'POST',
    credentials: 'include',
    signal,
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ message, sessionId }),
  })
  if (!response.ok || !response.body) {
    const text = await response.text()
    throw new HttpError(response.status, text, response.statusText, response.headers.get('retry-after'))
  }
  const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  const reader = events.getReader()
  let written = ''
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const { event, data } = next.value
    const body: unknown = JSON.parse(data)
    if (event === 'done') return ChatAnswer.parse(body).response
    if (event === 'error') throw brokenOff(body)
    written += (body as { text?: string }).text ?? ''
    onText(written)
  }
  // The connection ended without an end of the reply.
  throw new TypeError('The reply was broken off')
}

/** A failure after the reply had started: the status was sent already, so the sentence arrives as an event. */
function brokenOff(body: unknown): HttpError {
  const { error, code } = (body ?? {}) as Partial<ProblemBody>
  return new HttpError(503, JSON.stringify({ error: error ?? '', code: code ?? '', requestId: '' }), '')
}
