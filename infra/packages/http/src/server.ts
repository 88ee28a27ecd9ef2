import { randomUUID } from 'node:crypto'
import type { Log } from '@utter/telemetry/log'
import { openSpan } from '@utter/telemetry/trace'
import fastify, { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { readBodies } from './bodies.ts'
import { checkRequest } from './check-values.ts'
import { answerClientError } from './client-error.ts'
import { answerProblem } from './error-handler.ts'
import { anyRequestMs, limitBodyTimes, requestMs } from './limits/body-times.ts'
import { limitInFlight } from './limits/limit-in-flight.ts'
import { maxBodyBytes } from './limits/max-body-bytes.ts'
import { responseTimeout } from './limits/response-timeout.ts'
import { dropRestOfBody } from './limits/rest-of-body.ts'
import { measureRequests } from './metrics.ts'
import { noteRoutes } from './openapi/describe-routes.ts'
import { notFound } from './problem.ts'
import { type App, guardRoutes } from './route.ts'
import { endlessStreams } from './server-sent-events.ts'

export type ServerOptions = {
  log: Log
  /** A request id from outside is taken only behind the gateway. */
  behindGateway?: boolean
  /** Bytes of a body, if not the usual few; a route may have its own. */
  bodyLimit?: number
  /** Paths of which the body of a `POST` is read as it comes, for as long as it takes; their routes bound its pauses. */
  streamedPaths?: readonly string[]
  trustProxy?: string[] | false
  /** Milliseconds for an answer, where the route has no time of its own; then 503. Infinite where answers are streams. */
  responseTimeoutMs?: number
  /** Requests in flight at once; more are refused. Infinite where streams or the services behind bound themselves. */
  maxInFlight?: number
  /** Answers where there is no route; by default with a problem. */
  notFound?(request: FastifyRequest, reply: FastifyReply): unknown
}

/** A Fastify server: bodies parsed by zod, problems in one shape, one line of log and one span a request. */
export function createServer({
  log,
  behindGateway = true,
  bodyLimit = maxBodyBytes.other,
  streamedPaths = [],
  trustProxy = false,
  maxInFlight = 512,
  // A database that hangs is answered like one that is unavailable.
  responseTimeoutMs = 5_000,
  notFound: answerNotFound = answerNothing,
}: ServerOptions): App {
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // Every line has the trace's id; a logger for each request would cost more than its one line.
    childLoggerFactory: (logger) => logger,
    bodyLimit,
    trustProxy,
    // A request that trickles in is refused; answers may take as long as they need (streams).
    requestTimeout: streamedPaths.length > 0 ? anyRequestMs : requestMs,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
    keepAliveTimeout: 75_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // Refusals before routing have the same shape.
    frameworkErrors: answerProblem,
    clientErrorHandler: answerClientError,
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return behindGateway && typeof given === 'string' && given.length <= 100 ? given : randomUUID()
    },
  }).withTypeProvider<ZodTypeProvider>()
  if (streamedPaths.length > 0) limitBodyTimes(app.server, streamedPaths, answerClientError)
  app.decorateRequest('caller', null)
  readBodies(app)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerProblem)
  app.setNotFoundHandler(answerNotFound)
  if (Number.isFinite(maxInFlight)) app.addHook('onRequest', limitInFlight('requests', maxInFlight))
  if (Number.isFinite(responseTimeoutMs)) app.addHook('onRequest', responseTimeout(responseTimeoutMs))
  app.addHook('preValidation', checkRequest)
  app.addHook('onRequest', (request, reply, done) => {
    const given = request.headers.traceparent
    const traceparent = behindGateway && typeof given === 'string' ? given : undefined
    const { url = '' } = request.routeOptions
    const span = openSpan(`${request.method} ${url}`, {
      kind: 'server',
      traceparent,
      attributes: { 'http.request.method': request.method, ...(url && { 'http.route': url }) },
    })
    reply.raw.on('close', () => {
      span.set({ 'http.response.status_code': reply.statusCode })
      if (reply.statusCode >= 500) span.fail({ code: String(reply.statusCode) })
      span.end()
    })
    span.run(done)
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (String(reply.getHeader('content-type')).startsWith('text/event-stream')) endlessStreams.add(reply.raw)
    done()
  })
  app.addHook('onSend', dropRestOfBody)
  measureRequests(app, log)
  guardRoutes(app as unknown as App)
  noteRoutes(app)
  return app as unknown as App
}

const answerNothing = (request: FastifyRequest, reply: FastifyReply) => answerProblem(notFound(), request, reply)
