import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import httpProxy from '@fastify/http-proxy'
import type { Service } from '@utter/contracts/flow'
import { answerProblem } from '@utter/http/error-handler'
import type { Identity, IdentitySigner } from '@utter/http/identity'
import { createInFlightLimit, type LimitBySender } from '@utter/http/limits/limit-in-flight'
import { networkOf } from '@utter/http/network-of'
import { Problem, serviceUnavailable, unauthorized } from '@utter/http/problem'
import type { App } from '@utter/http/route'
import { clockAheadMs, tokenRefusedHeader, tokenRefusedLine } from '@utter/http/token-refusal'
import { failpoint } from '@utter/runtime/failpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticator } from '../auth/authenticate.ts'
import { refuseBrowsers } from '../auth/refuse-browsers.ts'
import { deviceHash } from '../cookies/device.ts'
import { clientAddress } from '../entrance/client-address.ts'
import { destinations, isSpending } from '../entrance/destinations.ts'
import type { RedisLimits } from '../limits/redis-limits.ts'
import { createSenderLimit } from '../limits/sender-limit.ts'
import { answerHeaders, type Cookies } from './answer-headers.ts'
import { createBodyReader } from './read-body.ts'
import { serviceHeaders } from './service-headers.ts'
import { spendsByTool } from './spends-by-tool.ts'
import { streamBody } from './stream-body.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The sender, once authenticated; null for a visitor. */
    identity: Identity | null
    /** The browser that may be signing up or logging in. */
    device: string | null
    /** Redis was unavailable when the sender was authenticated. */
    withoutRedis: boolean
  }
}

export type ForwardDeps = {
  urls: Record<Service, string>
  authenticator: Authenticator
  limits: Pick<RedisLimits, 'check'>
  signer: IdentitySigner
  publicUrl: string
  cookies: Cookies
  /**
   * Limits on the requests in flight of one address' visitors, and of one account, before a destination's slot is taken, so that one sender
   * cannot take all slots. Each replica counts its own: one more round trip would slow down every request to refuse a few.
   */
  inFlight: { address: LimitBySender; account: LimitBySender }
  /** Milliseconds for a whole body. */
  bodyMs: number
}

/** A body as undici gives it. */
type Body = Readable & { bytes(): Promise<Uint8Array> }
/** As @fastify/reply-from gives it. */
type Response = { headers: IncomingHttpHeaders; stream: Body }
/** As @fastify/reply-from takes it. */
type From = FastifyReply & { from(path: string, options: object): FastifyReply }

/** Whole requests in flight to one destination, streams apart: a slow service must not take the gateway's memory and time from the others. */
const maxInFlight = 512
/** Bytes of all bodies that have not been received whole: a thousand of the largest that a job may have. */
const maxHeldBytes = 128 * 1024 * 1024
/** Connections to one service: a stream, or a request that waits for its job, holds one for as long as it lasts. */
const maxConnections = 5_000
/** Bytes of a response that is buffered whole. */
const maxBufferedBytes = 64 * 1024
/** Time after which an idle connection to a service is closed. */
const keepAliveMs = 1_000

/** The routes to the services: every public path, with a signed identity of its sender. */
export function forwardAll(
  app: App,
  { urls, authenticator, limits, signer, publicUrl, cookies, inFlight, bodyMs }: ForwardDeps,
): void {
  app.decorateRequest('identity', null)
  app.decorateRequest('sender', null)
  app.decorateRequest('device', null)
  app.decorateRequest('withoutRedis', false)
  // Fastify's own parser would read a body before its sender is authenticated.
  app.removeContentTypeParser('text/plain')
  const readBody = createBodyReader(bodyMs, maxHeldBytes)
  for (const destination of destinations) {
    const { prefix, service, maxBodyBytes, contentType, isStreamed, isWebhook, isForAgents, postsPerMinute } =
      destination
    const isStream = prefix === '/api/events'
    const limitPosts = postsPerMinute ? createSenderLimit(limits, prefix, postsPerMinute) : undefined
    const limit = createInFlightLimit(prefix, isStream ? maxConnections : maxInFlight)
    app.register(httpProxy, {
      upstream: urls[service],
      prefix,
      rewritePrefix: prefix,
      // The server writes the one line of each request.
      disableRequestLogging: true,
      undici: {
        connections: maxConnections,
        pipelining: 1,
        headersTimeout: 70_000,
        bodyTimeout: 0,
        connect: { timeout: 2_000 },
        // Closed before a service that is asked to stop closes it (STOP_DELAY_MS): else a request may be sent as it closes.
        keepAliveTimeout: keepAliveMs,
        keepAliveMaxTimeout: keepAliveMs,
      },
      // A sender is authenticated before the body is read, and a slot is taken once the request is whole.
      preHandler: async (request: FastifyRequest, reply: FastifyReply) => {
        limit.check()
        if (isForAgents) refuseBrowsers(request, publicUrl)
        // Its credential is the signature of the body, which the service verifies.
        request.identity = isWebhook ? null : await authenticator.authenticate(request, reply, prefix)
        if (request.method === 'POST') await limitPosts?.(senderOf(request))
        failpoint('authenticated')
        if (isStream && request.method === 'HEAD') throw onlyGet()
        if (prefix === '/api/auth' && request.method === 'POST') request.device = cookies.device.of(request)
        if (!request.identity) inFlight.address.take(senderOf(request), reply)
        // notifier limits an account's streams.
        else if (!isStream) inFlight.account.take(request.identity.userId, reply)
        // The service would refuse too, but after the body.
        if (!request.identity && isSpending(request.method, prefix, request.url)) throw unauthorized()
        if (request.body && isStreamed) request.body = streamBody(request, maxBodyBytes, contentType)
        else if (request.body) request.body = await readBody(request, maxBodyBytes, contentType)
        if (isForAgents && spendsByTool(request.body)) await authenticator.authenticate(request, reply, prefix, true)
        limit.take(reply)
        if (isStream) authenticator.endWithCredential(request, reply)
      },
      handler: (request: FastifyRequest, reply: From, path: string, options: object) => {
        const { body } = request
        // A stream is taken from the request alone.
        if (body instanceof Readable) return reply.from(path, options)
        return reply.from(
          path,
          Buffer.isBuffer(body)
            ? { ...options, body, contentType: request.headers['content-type'] }
            : { ...options, body: null },
        )
      },
      replyOptions: {
        retryDelay: retryAfter,
        rewriteRequestHeaders: (request: FastifyRequest, headers: IncomingHttpHeaders) => {
          const { id, identity, device, withoutRedis } = request
          const caller = {
            address: clientAddress(request),
            ...(identity && { identity }),
            ...(device && { device: deviceHash(device) }),
            ...(withoutRedis && { withoutRedis }),
          }
          return serviceHeaders(headers, id, signer.caller(service, caller))
        },
        rewriteHeaders: (headers: IncomingHttpHeaders, request?: FastifyRequest) => {
          failpoint('answered')
          // Nothing of a refusal that is not the client's goes out.
          return headers[tokenRefusedHeader] ? {} : answerHeaders(headers, { service, request, cookies })
        },
        onResponse: (_request: FastifyRequest, reply: FastifyReply, { headers, stream }: Response) => {
          const aheadMs = clockAheadMs(headers[tokenRefusedHeader])
          if (aheadMs === undefined) sendOn(reply, stream)
          else answerTokenRefused(reply, stream, { service, clockAheadMs: aheadMs })
        },
        onError: (reply: FastifyReply, { error }: { error: Error }) => {
          answerProblem(serviceUnavailable(error), reply.request, reply)
        },
      },
    } as never)
  }
}

const senderOf = (request: FastifyRequest): string => request.identity?.userId ?? networkOf(clientAddress(request))

/**
 * The delay before a retry, in ms: a read is retried once, when a kept connection was closed as it was sent. A 503 never: reply-from
 * would send ten requests to a service that is refusing them.
 */
const retryAfter = ({ err, req, attempt }: { err?: { code?: string }; req: { method: string }; attempt: number }) =>
  err?.code === 'UND_ERR_SOCKET' && attempt === 0 && ['GET', 'HEAD'].includes(req.method) ? 1 : null

/** A small response is sent in one piece, at half of the cost of a stream; one that is long, or of unknown length, is streamed. */
function sendOn(reply: FastifyReply, stream: Body): void {
  const length = Number(reply.getHeader('content-length') ?? Number.NaN)
  if (!(length <= maxBufferedBytes)) return void reply.send(stream)
  stream.bytes().then(
    (body) => reply.send(body),
    () => reply.raw.destroy(),
  )
}

/** A 401 would log a person out, and have a program throw its key away, for a fault of ours that passes: to a client the service is unavailable. */
function answerTokenRefused(
  reply: FastifyReply,
  stream: Body,
  about: { service: Service; clockAheadMs: number },
): void {
  const { request } = reply
  // Read to its end, so that its connection is freed.
  stream.bytes().catch(() => {})
  request.log.error({ reqId: request.id, ...about }, tokenRefusedLine)
  answerProblem(serviceUnavailable(), request, reply)
}

/** A stream has no head alone: `HEAD` would hold a slot without a reader. */
const onlyGet = () => new Problem(405, 'method_not_allowed', 'Only GET is answered here', { headers: { allow: 'GET' } })
