import { randomUUID } from 'node:crypto'
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ProblemBody } from '@utter/contracts/http/problem'

const known: Record<string, [status: number, code: string, sentence: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large', 'The request headers are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'body_too_large', 'The request body is too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request_timeout', 'The request did not arrive in time'],
}

/**
 * The answer to bytes that Node's parser refused, in the shape of every problem and with the headers of the gateway's answers. The
 * connection ends with it, since the beginning of a next request is unknown.
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  // The answer that is being sent, as Node's own handler looks for it.
  const { _httpMessage: present } = socket as Socket & { _httpMessage?: ServerResponse | null }
  if (error.code === 'ECONNRESET' || !socket.writable || present?.headersSent) return void socket.destroy()
  const [status, code, sentence] = known[error.code ?? ''] ?? [400, 'invalid_request', 'The request is not valid HTTP']
  const body = JSON.stringify({ error: sentence, code, requestId: randomUUID() } satisfies ProblemBody)
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`)
  socket.destroySoon()
}
