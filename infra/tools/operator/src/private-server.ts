import { once } from 'node:events'
import type { Guard } from '@utter/http/identity'
import { metricsText, metricsType } from '@utter/http/metrics'
import type { App } from '@utter/http/route'
import { createServer, type ServerOptions } from '@utter/http/server'
import { createLog } from '@utter/telemetry/log'
import { UsageError } from './usage-sentence.ts'

export type Place = { host: string; port: number }
export type PrivateServer = AsyncDisposable & { url: string }

/** The guard of a private server's routes: its network is its door. */
export const onPrivateNetwork: Guard = Object.assign(async () => {}, { admits: 'anybody' as const })

/**
 * Serves a command's routes, and `GET /health/live`, for a private network: it asks nobody for a key.
 * @param name of the command, for its log and for the sentence of a port that is taken
 * @throws UsageError when it cannot listen there
 */
export async function openPrivateServer(
  name: string,
  place: Place,
  addRoutes: (app: App) => void,
  options: Pick<ServerOptions, 'responseTimeoutMs'> = {},
): Promise<PrivateServer> {
  const app = createServer({ log: createLog(name, 'warn'), behindGateway: false, maxInFlight: 64, ...options })
  addRoutes(app)
  app.get('/health/live', { access: onPrivateNetwork }, async () => ({ status: 'live' }))
  const url = await app.listen(place).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`The ${name} cannot listen on ${place.host}:${place.port}: ${error.code ?? error.message}.`)
  })
  return { url, [Symbol.asyncDispose]: () => app.close() }
}

/** The command's metrics for Prometheus, at `GET /metrics`. */
export const serveMetrics = (name: string, place: Place): Promise<PrivateServer> =>
  openPrivateServer(name, place, (app) =>
    app.get('/metrics', { access: onPrivateNetwork }, async (_request, reply) => {
      reply.type(metricsType)
      return metricsText()
    }),
  )

/** Resolves when the process is told to stop. */
export const untilStopped = (): Promise<unknown> => Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])

/** Does a command's endless work until the process is told to stop, its metrics at a place if one is named. @param name as for the server */
export async function workUntilStopped(
  name: string,
  place: Place | undefined,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  await using server = place && (await serveMetrics(name, place))
  if (server) console.log(`${server.url}/metrics`)
  const stop = new AbortController()
  await Promise.race([work(stop.signal), untilStopped()])
  stop.abort()
}
