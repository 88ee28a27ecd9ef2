import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { mayBePublic } from '@utter/http/public-host'
import { shortened } from '@utter/runtime/shortened'
import { lookupBy, NotPublic, NotResolved, type Resolve, resolvePublic } from './public-lookup.ts'

/** The outcome of a request. `status` null: no answer was received, for the reason in `error`. */
export type Sent = {
  status: number | null
  error: string | null
  ms: number
  /** The first bytes of the answer's body, as text. */
  answer: string
  /** As the receiver sent it. */
  retryAfter?: string
}
export type Send = (url: string, headers: Record<string, string>, body: string) => Promise<Sent>

/** Bytes of an answer that are read, and kept. */
export const maxAnswerBytes = 1_024
/** From the name's resolution to the end of the answer. The status is valid also if the body is not whole by then. */
export const sendLimitMs = shortened(15_000)

type Options = { resolve: Resolve; allowPrivate: boolean; limitMs?: number }

class TimedOut extends Error {}

/**
 * Sends one webhook. Each has a connection of its own, to an address that was checked for it; a redirect is an answer like any other, and no
 * proxy of the environment is used.
 */
export function createSend({ resolve, allowPrivate, limitMs = sendLimitMs }: Options): Send {
  const lookup = lookupBy(allowPrivate ? resolve : (hostname) => resolvePublic(resolve, hostname))
  return async (url, headers, body) => {
    const startedMs = performance.now()
    const end = (rest: Omit<Sent, 'ms'>): Sent => ({ ...rest, ms: Math.round(performance.now() - startedMs) })
    try {
      const target = new URL(url)
      if (!allowPrivate && !mayBePublic(target)) throw new NotPublic('the address is not public')
      return end(await exchange(target, headers, body, { lookup, limitMs }))
    } catch (error) {
      return end({ status: null, error: sentenceOf(error as Error, limitMs), answer: '' })
    }
  }
}

type Exchange = { lookup: ReturnType<typeof lookupBy>; limitMs: number }

function exchange(
  url: URL,
  headers: Record<string, string>,
  body: string,
  { lookup, limitMs }: Exchange,
): Promise<Omit<Sent, 'ms'>> {
  const { promise, resolve, reject } = Promise.withResolvers<Omit<Sent, 'ms'>>()
  const bytes = Buffer.from(body)
  const request = (url.protocol === 'https:' ? requestSecure : requestPlain)(url, {
    method: 'POST',
    // A connection for this request alone.
    agent: false,
    lookup,
    headers: {
      'content-type': 'application/json',
      'content-length': bytes.length,
      'user-agent': 'Utter-Webhooks/1',
      'accept-encoding': 'identity',
      ...headers,
    },
  })
  let answer: { head: IncomingMessage; body: Buffer } | undefined
  /** @param error where it ends before its head was received */
  const settle = (error: Error) => {
    clearTimeout(timer)
    if (answer) resolve(sentOf(answer.head, answer.body))
    else reject(error)
    request.destroy()
  }
  const timer = setTimeout(() => settle(new TimedOut()), limitMs)
  request.on('error', settle)
  request.on('response', (head) => {
    const received = { head, body: Buffer.alloc(0) }
    answer = received
    head.on('data', (chunk: Buffer) => {
      received.body = Buffer.concat([received.body, chunk]).subarray(0, maxAnswerBytes)
      if (received.body.length === maxAnswerBytes) head.destroy()
    })
    head.on('error', settle)
    // At its end, and where it breaks off.
    head.on('close', () => settle(new Error('closed')))
  })
  request.end(bytes)
  return promise
}

function sentOf({ statusCode = 0, headers }: IncomingMessage, answer: Buffer): Omit<Sent, 'ms'> {
  const retryAfter = headers['retry-after']
  return {
    status: statusCode,
    error: isSuccess(statusCode) ? null : `The receiver answered ${statusCode}`,
    answer: answer.toString('utf8'),
    ...(retryAfter !== undefined && { retryAfter }),
  }
}

export const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300

/** The receiver wants no more of them, ever. */
export const isGone = (status: number | null): boolean => status === 410

/** For the owner of the webhook, who can see neither our network nor its faults. */
function sentenceOf(error: NodeJS.ErrnoException, limitMs: number): string {
  if (error instanceof TimedOut) return `No answer came within ${limitMs / 1_000} s`
  if (error instanceof NotPublic) return 'The address is not public'
  if (error instanceof NotResolved) return 'The name of the host was not found'
  const code = error.code ?? ''
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The name of the host was not found'
  if (code === 'ECONNREFUSED') return 'The connection was refused'
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'The connection was closed before an answer came'
  if (code.startsWith('HPE_')) return 'The answer is not HTTP'
  if (/CERT|TLS|SSL|SELF_SIGNED|ISSUER/.test(code)) return `The certificate was not accepted (${code})`
  return code ? `The connection failed (${code})` : 'The connection failed'
}
