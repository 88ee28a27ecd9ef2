import type { IncomingMessage } from 'node:http'
import { Problem } from '@utter/http/problem'
import type { FastifyRequest } from 'fastify'

/** Valid Host headers, cached as they were written; others are parsed again. */
const maxRemembered = 100

/**
 * An `onRequest` hook that serves only the names of this platform, so that a foreign name that points here (DNS rebinding) can
 * read nothing. The port does not matter. @throws Problem 421 for another name, 400 for two of them
 */
export function refuseOtherHosts(publicUrl: string, allowed: string[] = []) {
  const names = new Set([
    new URL(publicUrl).hostname,
    'localhost',
    '[::1]',
    ...allowed.map((name) => name.toLowerCase()),
  ])
  const good = new Set<string>()
  const isServed = (host: string): boolean => {
    const name = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i.exec(host)?.[1]?.toLowerCase()
    return name !== undefined && (names.has(name) || /^127(\.\d{1,3}){3}$/.test(name))
  }
  const faultOf = ({ headers: { host }, rawHeaders }: IncomingMessage): Problem | undefined => {
    if (isRepeated(rawHeaders)) return new Problem(400, 'invalid_request', 'There must be one Host header')
    // HTTP/1.0 may leave it out; HTTP/1.1 may not, which Node checks.
    if (host === undefined || good.has(host)) return undefined
    if (!isServed(host)) return new Problem(421, 'unknown_host', 'This host is not served here')
    if (good.size < maxRemembered) good.add(host)
    return undefined
  }
  return (request: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void => done(faultOf(request.raw))
}

/** Whether there is more than one Host header: Node keeps the first without an error. */
function isRepeated(rawHeaders: string[]): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count > 1
}
