import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import httpProxy from '@fastify/http-proxy'
import type { Service } from '@utter/contracts/flow'
import { atOnce } from '@utter/http/at-once'
import { answerProblem } from '@utter/http/error-handler'
import { type Identity, type IdentitySigner, identityHeader } from '@utter/http/identity'
import { away, notFound } from '@utter/http/problem'
import type { App } from '@utter/http/server'
import { sessionHeader } from '@utter/http/session-hand-over'
import { failpoint } from '@utter/runtime/failpoint'
import { currentTraceparent } from '@utter/telemetry/trace'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Admission } from './admission.ts'
import { limitBody } from './body-limit.ts'
import { destinations } from './destinations.ts'
import type { SessionCookie } from './session-cookie.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, once admitted. */
    person: Identity | null
  }
}

export type ForwardDeps = {
  urls: Record<Service, string>
  admission: Admission
  signer: IdentitySigner
  cookie: SessionCookie
}

/** A body as undici gives it. */
type Body = Readable & { bytes(): Promise<Uint8Array> }

/** Headers that mean something only inside, or only between the client and us. */
const stripped = new Set([
  identityHeader,
  sessionHeader,
  'x-request-id',
  'traceparent',
  'tracestate',
  'baggage',
  'cookie',
  'authorization',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'forwarded',
])

/** Requests under way to one door's service, streams apart: one that is slow is not to take the gateway's memory and time from the others. */
const mostUnderWay = 512
/** To one service: a stream, or a request that waits for its job, holds one for as long as it lasts. */
const mostConnections = 5_000
/** Bytes of an answer that are held until it is whole. */
const mostInOnePiece = 64 * 1024
/** How long a connection to a service is kept that nothing goes through. */
const keptMs = 1_000
/** How often an open stream's session or key is looked at. */
const lookEveryMs = 10_000

/** Every public path to the service that answers it, with a signed word on who asks. */
export function forwardAll(app: App, { urls, admission, signer, cookie }: ForwardDeps): void {
  app.decorateRequest('person', null)
  for (const { prefix, service } of destinations) {
    const bounded = atOnce(prefix, prefix === '/api/events' ? mostConnections : mostUnderWay)
    app.register(httpProxy, {
      upstream: urls[service],
      prefix,
      rewritePrefix: prefix,
      // One line a request is enough; the server writes it.
      disableRequestLogging: true,
      undici: {
        connections: mostConnections,
        pipelining: 1,
        headersTimeout: 70_000,
        bodyTimeout: 0,
        connect: { timeout: 2_000 },
        // Given up before a service that is asked to stop closes it (STOP_DELAY_MS): else a request may be sent as it closes.
        keepAliveTimeout: keptMs,
        keepAliveMaxTimeout: keptMs,
      },
      preHandler: async (request: FastifyRequest, reply: FastifyReply) => {
        refuseOddPaths(request)
        await bounded(request, reply)
        await limitBody(request)
        request.person = await admission.admit(request, reply, prefix)
        failpoint('admitted')
        if (prefix === '/api/events' && request.person) endWithCredential(admission, request, reply)
      },
      replyOptions: {
        retryDelay: askAgainAfter,
        rewriteRequestHeaders: (request: FastifyRequest, headers: IncomingHttpHeaders) => {
          const { person } = request
          const traceparent = currentTraceparent()
          const passed: IncomingHttpHeaders = {
            'x-request-id': request.id,
            [identityHeader]: signer.caller(service, { address: request.ip, ...(person && { person }) }),
          }
          for (const name in headers) if (!stripped.has(name)) passed[name] = headers[name]
          if (traceparent) passed.traceparent = traceparent
          return passed
        },
        rewriteHeaders: (headers: IncomingHttpHeaders, request?: FastifyRequest) => {
          failpoint('answered')
          return withCookie(headers, request, cookie)
        },
        onResponse: (_request: FastifyRequest, reply: FastifyReply, { stream }: { stream: Body }) =>
          sendOn(reply, stream),
        onError: (reply: FastifyReply, { error }: { error: Error }) => {
          answerProblem(away(error), reply.request, reply)
        },
      },
    } as never)
  }
}

/**
 * What only reads is asked again, once, when a kept connection was closed in its face. A 503 never: reply-from would ask ten times,
 * which is what a service that refuses needs least.
 */
const askAgainAfter = ({ err, req, attempt }: { err?: { code?: string }; req: { method: string }; attempt: number }) =>
  err?.code === 'UND_ERR_SOCKET' && attempt === 0 && ['GET', 'HEAD'].includes(req.method) ? 1 : null

/** A small answer goes on in one piece, at half of the price of a stream; what is long, or of no known length, as it comes. */
function sendOn(reply: FastifyReply, stream: Body): void {
  const length = Number(reply.getHeader('content-length') ?? Number.NaN)
  if (!(length <= mostInOnePiece)) return void reply.send(stream)
  stream.bytes().then(
    (body) => reply.send(body),
    () => reply.raw.destroy(),
  )
}

/** The end of a session or a key ends its streams. */
function endWithCredential(admission: Admission, request: FastifyRequest, reply: FastifyReply): void {
  const timer = setInterval(async () => {
    if (!(await admission.holds(request))) reply.raw.destroy()
  }, lookEveryMs)
  reply.raw.once('close', () => clearInterval(timer))
}

function withCookie(
  headers: IncomingHttpHeaders,
  request: FastifyRequest | undefined,
  cookie: SessionCookie,
): IncomingHttpHeaders {
  const { [sessionHeader]: token, ...rest } = headers
  if (typeof token === 'string') return { ...rest, 'set-cookie': [cookie.write(token)] }
  // Each visit lets the browser keep the session for as long again as account does.
  const present = request?.url === '/api/auth/me' && request.person?.sessionId ? cookie.read(request) : undefined
  return present ? { ...rest, 'set-cookie': [cookie.write(present)] } : rest
}

/** The service would resolve dots to another path than the one that was chosen by its prefix. */
function refuseOddPaths(request: FastifyRequest): void {
  if (/(^|[/\\]|%2f|%5c)(\.|%2e){1,2}([/\\?#]|%2f|%5c|$)/i.test(request.url)) throw notFound()
}
