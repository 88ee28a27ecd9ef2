import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Asked = { authorization: string | undefined; body: Record<string, unknown> }
export type Answer = (response: ServerResponse) => void | Promise<void>

/**
 * A small HTTP server that speaks as much of OpenAI's chat completions as a test needs; `answers` says how it behaves next.
 * @param port where the process under test looks for it; any free one if not told
 */
export async function openFakeOpenAi(port = 0) {
  const asked: Asked[] = []
  let answer: Answer = problem(500)
  const server = createServer(async (request: IncomingMessage, response) => {
    let text = ''
    for await (const part of request) text += part
    asked.push({ authorization: request.headers.authorization, body: JSON.parse(text) })
    await answer(response)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    asked,
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    answers: (next: Answer) => {
      answer = next
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
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
