import { createServer as createPlainServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { ProblemBody } from '@utter/contracts/http/problem'
import type { ProcessConfig } from '@utter/runtime/read-config'
import { drainMsOf, type ProcessContext } from '@utter/runtime/run'
import { withTimeout } from '@utter/runtime/with-timeout'
import { productVersion } from '@utter/telemetry/product-version'
import { metricsText, metricsType } from './metrics.ts'
import { serviceUnavailable } from './problem.ts'
import type { App } from './route.ts'
import { cutOffStream, endlessStreams } from './server-sent-events.ts'

/**
 * A readiness check of something without which the process can answer nothing, run by `/health/ready`; throws when it can't be used.
 * Not the broker, since the outbox bridges it, nor Redis, since reads work without it: with every replica unready no request is answered.
 */
export type Check = () => Promise<unknown>

/** The time limit of a readiness check. */
const checkLimitMs = 1_000
/** Time for the last answers to be sent. */
const cutOffMs = 500

/**
 * Opens the public port, and a private one with health and metrics. A process that stops is unready at once and closes
 * its connections with each answer; then it accepts no more, ends its streams and finishes requests in flight. Requests
 * that take longer than the process has are answered with a 503, or broken off where the answer has started.
 */
export async function listen(
  app: App,
  config: ProcessConfig,
  run: ProcessContext,
  checks: Record<string, Check> = {},
): Promise<void> {
  const health = healthServer(run, checks)
  await new Promise<void>((resolve, reject) =>
    health.once('error', reject).listen(config.PRIVATE_PORT, config.HOST, () => resolve()),
  )
  run.resources.defer(() => new Promise<void>((resolve) => health.close(() => resolve())))
  const answers = trackAnswers(app, run.stopping)
  run.onStop(async () => {
    await pause(config.STOP_DELAY_MS)
    // The server waits for its open answers, and for connections that were idle a moment too late.
    const ending = setInterval(() => {
      answers.endStreams()
      answers.closeUnused()
      app.server.closeIdleConnections()
    }, 100)
    const overdue = setTimeout(() => answers.cutOff(), drainMsOf(config) - cutOffMs)
    answers.endStreams()
    await app.close()
    clearInterval(ending)
    clearTimeout(overdue)
  })
  await app.listen({ host: config.HOST, port: config.PORT })
}

function trackAnswers(app: App, stopping: AbortSignal) {
  const open = new Set<ServerResponse>()
  const unused = new Set<Socket>()
  const closeAfter = (answer: ServerResponse) => {
    if (!answer.headersSent) answer.setHeader('connection', 'close')
  }
  stopping.addEventListener('abort', () => open.forEach(closeAfter), { once: true })
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  // Before the routes, which may answer in the same turn.
  app.server.prependListener('request', ({ socket }: IncomingMessage, answer: ServerResponse) => {
    unused.delete(socket)
    open.add(answer)
    answer.once('close', () => open.delete(answer))
    if (stopping.aborted) closeAfter(answer)
  })
  return {
    /** Clients come back to another replica with the last id that they have. */
    endStreams(): void {
      for (const answer of open) if (endlessStreams.has(answer)) answer.end()
    },
    /** A request without an answer yet gets a 503, a stream with an end of its own its `error` event; a file with a slow reader is broken off. */
    cutOff(): void {
      for (const answer of open) {
        if (!answer.headersSent) answerLast(answer)
        else if (!cutOffStream(answer)) answer.destroy()
      }
      setTimeout(() => app.server.closeAllConnections(), cutOffMs).unref()
    },
    /** Connections that browsers and balancers open in advance; to Node they are busy until their first request. */
    closeUnused(): void {
      for (const socket of unused) if (socket.bytesRead === 0) socket.destroy()
    },
  }
}

/** Past Fastify, whose handler for this request has yet to return. */
function answerLast(answer: ServerResponse): void {
  const { status, code, message, headers } = serviceUnavailable()
  const requestId = String(answer.getHeader('x-request-id') ?? answer.req.headers['x-request-id'])
  answer
    .writeHead(status, { ...headers, 'content-type': 'application/json; charset=utf-8', connection: 'close' })
    .end(JSON.stringify({ error: message, code, requestId } satisfies ProblemBody))
}

function healthServer({ stopping }: ProcessContext, checks: Record<string, Check>): Server {
  return createPlainServer(async (request, response) => {
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(body))
    if (request.url === '/health/live') return answer(200, { status: 'live', version: productVersion })
    if (request.url === '/metrics')
      return response.writeHead(200, { 'content-type': metricsType, connection: 'close' }).end(await metricsText())
    if (request.url !== '/health/ready') return answer(404, { error: 'Not found' })
    if (stopping.aborted) return answer(503, { status: 'stopping' })
    const failed = (
      await Promise.all(Object.entries(checks).map(async ([name, check]) => ((await holds(check)) ? [] : [name])))
    ).flat()
    return failed.length ? answer(503, { status: 'not ready', failed }) : answer(200, { status: 'ready' })
  })
}

const holds = (check: Check): Promise<boolean> =>
  withTimeout(checkLimitMs, check(), () => new Error('too slow')).then(
    () => true,
    () => false,
  )
