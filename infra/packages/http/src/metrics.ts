import type { Log } from '@utter/telemetry/log'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, register } from 'prom-client'
import { noteAnswer } from './served/answer-counts.ts'

/**
 * Interval, in ms, at which the event loop's lag is sampled; each sample includes it. The library's 10 ms cost an idle process more than
 * 7 ms of processor a second.
 */
export const lagSampleMs = 100
collectDefaultMetrics({ eventLoopMonitoringPrecision: lagSampleMs })

const duration = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from the request to the end of its answer',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
})

/** Writes one line of log and makes one observation for each request. */
export function measureRequests(app: Pick<FastifyInstance, 'addHook'>, log: Log): void {
  // These fields hold no secret, and looking for one in each would cost more than writing the line.
  const plain = log.child({}, { redact: [] })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    noteAnswer(`${request.method} ${route}`, reply.statusCode)
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    plain.info(
      { reqId: request.id, method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    )
    done()
  })
}

export const metricsText = (): Promise<string> => register.metrics()
export const metricsType: string = register.contentType
