import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { openHttpServer } from '../http-server.ts'

export type SpeechVendorRequest = {
  method: string
  /** Path and query. */
  path: string
  headers: IncomingMessage['headers']
  body: Record<string, unknown>
}
export type SpeechAnswer = (response: ServerResponse, request: SpeechVendorRequest) => void | Promise<void>
/** Routes by method and beginning of the path; the longest that fits answers. */
export type SpeechRoutes = Record<string, SpeechAnswer>

/**
 * A small HTTP server in the place of a vendor of voices; each of its answers says that it is a stand-in.
 * @param spoken the beginning of the route that speaks, whose next answers `answers` sets
 */
export async function openFakeSpeechVendor(routes: SpeechRoutes, spoken: string, port = 0) {
  const requests: SpeechVendorRequest[] = []
  let answer: SpeechAnswer | undefined
  let [speaking, maxSpeaking] = [0, 0]
  const server = await openHttpServer(async (incoming, response) => {
    const raw = await text(incoming)
    const { method = '', url: path = '', headers } = incoming
    const request = { method, path, headers, body: raw ? JSON.parse(raw) : {} }
    requests.push(request)
    response.setHeader('x-stand-in', 'A stand-in of a test, no vendor')
    const name = `${method} ${path}`
    const route = Object.keys(routes)
      .filter((one) => name.startsWith(one))
      .sort((one, other) => other.length - one.length)[0]
    if (!route) return void response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
    const isSpoken = name.startsWith(spoken)
    if (isSpoken) {
      maxSpeaking = Math.max(maxSpeaking, ++speaking)
      response.once('close', () => speaking--)
    }
    await ((isSpoken && answer) || routes[route])?.(response, request)
  }, port)
  return {
    ...server,
    requests,
    /** Requests that speak, as they came. */
    spoken: () => requests.filter(({ method, path }) => `${method} ${path}`.startsWith(spoken)),
    maxSpeaking: () => maxSpeaking,
    /** Sets how it speaks from now on; as at first when absent. */
    answers: (next?: SpeechAnswer) => {
      answer = next
    },
  }
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): SpeechAnswer =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

/** A sound in ten parts, a moment apart, as a vendor streams it. @param partMs between two of them */
export const sound =
  (type: string, bytesOf: (request: SpeechVendorRequest) => Buffer, partMs = 10): SpeechAnswer =>
  async (response, request) => {
    const bytes = bytesOf(request)
    response.writeHead(200, { 'content-type': type })
    const size = Math.ceil(bytes.length / 10)
    for (let at = 0; at < bytes.length && !response.destroyed; at += size) {
      response.write(bytes.subarray(at, at + size))
      await pause(partMs)
    }
    response.end()
  }

/** A sound of which only the beginning comes. @param how the end: a broken connection, or none at all */
export const halfASound =
  (type: string, bytes: Buffer, how: 'breaks' | 'hangs'): SpeechAnswer =>
  async (response) => {
    response.writeHead(200, { 'content-type': type }).write(bytes.subarray(0, bytes.length / 2))
    if (how === 'hangs') return
    await pause(30)
    response.socket?.resetAndDestroy()
  }
