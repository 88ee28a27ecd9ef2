import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import httpProxy from '@fastify/http-proxy'
import type { Service } from '@utter/contracts/flow'
import { answerProblem } from '@utter/http/error-handler'
import type { Identity, IdentitySigner } from '@utter/http/identity'
import { createInFlightLimit } from '@utter/http/limit-in-flight'
import { networkOf } from '@utter/http/network-of'
import { notFound, Problem, serviceUnavailable, unauthorized } from '@utter/http/problem'
import type { App } from '@utter/http/server'
import { failpoint } from '@utter/runtime/failpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerHeaders } from './answer-headers.ts'
import type { Authenticator } from './authenticate.ts'
import { destinations, isSpending } from './destinations.ts'
import type { InFlight } from './in-flight.ts'
import { createBodyReader } from './read-body.ts'
import { serviceHeaders } from './service-headers.ts'
import type { SessionCookie } from './session-cookie.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, once admitted. */
    person: Identity | null
  }
}

export type ForwardDeps = {
  urls: Record<Service, string>
  authenticator: Authenticator
  signer: IdentitySigner
  cookie: SessionCookie
  /** Requests under way of one address' visitors, and of one account. */
  inFlight: { address: InFlight; account: InFlight }
  /** Milliseconds for a whole body. */
  bodyMs: number
}

/** A body as undici gives it. */
type Body = Readable & { bytes(): Promise<Uint8Array> }
/** As @fastify/reply-from takes it. */
type From = FastifyReply & { from(path: string, options: object): FastifyReply }

/** Whole requests under way to one door's service, streams apart: one that is slow is not to take the gateway's memory and time from the others. */
const mostUnderWay = 512
/** Of bodies that have not come to their end: a thousand of the largest that a job may have. */
const mostHeldBytes = 128 * 1024 * 1024
/** To one service: a stream, or a request that waits for its job, holds one for as long as it lasts. */
const mostConnections = 5_000
/** Bytes of an answer that are held until it is whole. */
const mostInOnePiece = 64 * 1024
/** How long a connection to a service is kept that nothing goes through. */
const keptMs = 1_000

/** Every public path to the service that answers it, with a signed word on who asks. */
export function forwardAll(app: App, { urls, authenticator, signer, cookie, inFlight, bodyMs }: ForwardDeps): void {
  app.decorateRequest('person', null)
  // Fastify's own would read it before anybody knows who sends it.
  app.removeContentTypeParser('text/plain')
  const readBody = createBodyReader(bodyMs, mostHeldBytes)
  for (const { prefix, service, maxBodyBytes } of destinations) {
    const isStream = prefix === '/api/events'
    const door = createInFlightLimit(prefix, isStream ? mostConnections : mostUnderWay)
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
      // Who asks is settled before a body is read, and a place at the door is taken by what is whole.
      preHandler: async (request: FastifyRequest, reply: FastifyReply) => {
        refuseOddPaths(request)
        door.check()
        request.person = await authenticator.authenticate(request, reply, prefix)
        failpoint('authenticated')
        if (isStream && request.method === 'HEAD') throw onlyGet()
        if (!request.person) inFlight.address.take(networkOf(request.ip), reply)
        // Of streams an account has so many at notifier.
        else if (!isStream) inFlight.account.take(request.person.userId, reply)
        // The service would say so too, after its body.
        if (!request.person && isSpending(request.method, prefix)) throw unauthorized()
        if (request.body) request.body = (await readBody(request, maxBodyBytes)) ?? request.body
        door.take(reply)
        if (isStream) authenticator.endWithCredential(request, reply)
      },
      handler: (request: FastifyRequest, reply: From, path: string, options: object) => {
        const { body } = request
        return reply.from(
          path,
          Buffer.isBuffer(body) ? { ...options, body, contentType: request.headers['content-type'] } : options,
        )
      },
      replyOptions: {
        retryDelay: askAgainAfter,
        rewriteRequestHeaders: ({ id, ip, person }: FastifyRequest, headers: IncomingHttpHeaders) =>
          serviceHeaders(headers, id, signer.caller(service, { address: ip, ...(person && { person }) })),
        rewriteHeaders: (headers: IncomingHttpHeaders, request?: FastifyRequest) => {
          failpoint('answered')
          return answerHeaders(headers, request, cookie)
        },
        onResponse: (_request: FastifyRequest, reply: FastifyReply, { stream }: { stream: Body }) =>
          sendOn(reply, stream),
        onError: (reply: FastifyReply, { error }: { error: Error }) => {
          answerProblem(serviceUnavailable(error), reply.request, reply)
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

/** A stream has no head alone, and would hold a place that nobody reads from. */
const onlyGet = () => new Problem(405, 'method_not_allowed', 'Only GET is answered here', { headers: { allow: 'GET' } })

/** The service would resolve dots to another path than the one that was chosen by its prefix. */
function refuseOddPaths({ url }: FastifyRequest): void {
  const path = url.split('?', 1)[0] ?? ''
  if (/(^|[/\\]|%2f|%5c)(\.|%2e){1,2}([/\\#]|%2f|%5c|$)/i.test(path)) throw notFound()
}
