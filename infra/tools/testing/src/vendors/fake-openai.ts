import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { openHttpServer } from '../http-server.ts'

export type VendorRequest = {
  authorization: string | undefined
  body: Record<string, unknown>
  /** Time of its arrival, by the clock of `Date.now`. */
  atMs: number
}
export type Answer = (response: ServerResponse, request: VendorRequest) => void | Promise<void>

/**
 * A small HTTP server with as much of OpenAI's chat completions as a test needs; `answers` sets its next behaviour.
 * @param port the one that the process under test calls; a free one by default
 */
export async function openFakeOpenAi(port = 0) {
  const requests: VendorRequest[] = []
  let answer: Answer = problem(500)
  const { url, breakOff, close } = await openHttpServer(async (request, response) => {
    // A platform that starts asks whether its key is taken.
    if (request.method === 'GET')
      return void response.setHeader('content-type', 'application/json').end('{"object":"list","data":[]}')
    const body = JSON.parse(await text(request))
    const question = { authorization: request.headers.authorization, body, atMs: Date.now() }
    requests.push(question)
    await answer(response, question)
  }, port)
  return {
    requests,
    baseURL: `${url}/v1`,
    answers: (next: Answer) => {
      answer = next
    },
    /** Resets every answer that is still open. */
    breakOff,
    close,
  }
}

export const problem =
  (status: number, headers: Record<string, string> = {}, error: Record<string, unknown> = {}): Answer =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify({ error: { message: 'no', ...error } }))

/** A whole reply at once. */
export const reply =
  (text: string): Answer =>
  (response) => {
    const stream = begin(response)
    stream.piece(text)
    stream.finish('stop')
    stream.usage(5)
    stream.done()
  }

/** Never answers. */
export const silence: Answer = () => {}

/** The connection breaks before an answer. */
export const reset: Answer = (response) => void response.socket?.resetAndDestroy()

/** A reply of which only the beginning comes. @param how the end: politely, as if that were all, or by a broken connection */
export const half =
  (text: string, how: 'ends' | 'breaks'): Answer =>
  async (response) => {
    begin(response).piece(text)
    await pause(50)
    if (how === 'ends') response.end()
    else response.socket?.resetAndDestroy()
  }

/** The same after a while, in ms. */
export const after =
  (ms: number, answer: Answer): Answer =>
  async (response, request) => {
    await pause(ms)
    if (!response.destroyed) await answer(response, request)
  }

/** Gives the answers one after the other, and the last of them from then on. */
export function inTurn(...answers: Answer[]): Answer {
  let count = 0
  return (response, request) => answers[Math.min(count++, answers.length - 1)]?.(response, request)
}

/** The text that was to be answered. */
export function questionOf({ body }: VendorRequest): string {
  const messages = body.messages as { content: string }[]
  return messages.at(-1)?.content ?? ''
}

export function begin(response: ServerResponse) {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (data: unknown) => void response.write(`data: ${JSON.stringify(data)}\n\n`)
  return {
    piece: (content: string) => send({ choices: [{ index: 0, delta: { content }, finish_reason: null }] }),
    finish: (reason: string) => send({ choices: [{ index: 0, delta: {}, finish_reason: reason }] }),
    usage: (tokens: number) =>
      send({ choices: [], usage: { prompt_tokens: 5, completion_tokens: tokens, total_tokens: 5 + tokens } }),
    error: (message: string) => send({ error: { message } }),
    done: () => void response.end('data: [DONE]\n\n'),
  }
}
