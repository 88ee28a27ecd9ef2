import type { Guard } from '@utter/http/identity'
import { createServer } from '@utter/http/server'
import { createLog } from '@utter/telemetry/log'
import type { DoctorReport } from './report.ts'

/** Milliseconds for which a report is given to all who ask: every check is made anew after them, and never by two at once. */
const freshForMs = 15_000
/** Milliseconds for an answer: more than all checks take, each of which has a limit of its own. */
const answerWithinMs = 30_000

export type DoctorServer = AsyncDisposable & { url: string }

/**
 * The report over HTTP: `GET /internal/doctor` answers with it (200, also where rows failed), `GET /health/live` while the server is there. For a private
 * network: it asks nobody for a key.
 * @param examine makes all checks
 * @throws when the port is taken
 */
export async function serveDoctor(
  examine: () => Promise<DoctorReport>,
  { host, port }: { host: string; port: number },
): Promise<DoctorServer> {
  const app = createServer({
    log: createLog('doctor', 'warn'),
    behindGateway: false,
    responseTimeoutMs: answerWithinMs,
    maxInFlight: 64,
  })
  const report = shared(examine)
  app.get('/internal/doctor', { access: anybody }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return report()
  })
  app.get('/health/live', { access: anybody }, async () => ({ status: 'live' }))
  const url = await app.listen({ host, port })
  return { url, [Symbol.asyncDispose]: () => app.close() }
}

const anybody: Guard = Object.assign(async () => {}, { admits: 'anybody' as const })

/** The same report for all who ask while it is made, and for some time after; one that could not be made is for nobody else. */
function shared(examine: () => Promise<DoctorReport>): () => Promise<DoctorReport> {
  let last: { made: Promise<DoctorReport>; freshUntilMs: number } | undefined
  return () => {
    if (last && performance.now() < last.freshUntilMs) return last.made
    const made = examine()
    const current = { made, freshUntilMs: Number.POSITIVE_INFINITY }
    last = current
    made.then(
      () => {
        current.freshUntilMs = performance.now() + freshForMs
      },
      () => {
        current.freshUntilMs = 0
      },
    )
    return made
  }
}
