import { onPrivateNetwork, openPrivateServer, type Place, type PrivateServer } from '../private-server.ts'
import type { DoctorReport } from './report.ts'

/** Milliseconds for which a report is given to all who ask: every check is made anew after them, and never by two at once. */
const freshForMs = 15_000
/** Milliseconds for an answer: more than all checks take, each of which has a limit of its own. */
const responseTimeoutMs = 30_000

/**
 * The report over HTTP: `GET /internal/doctor` answers with it (200, also where rows failed).
 * @param examine makes all checks
 */
export function serveDoctor(examine: () => Promise<DoctorReport>, place: Place): Promise<PrivateServer> {
  const report = shared(examine)
  return openPrivateServer(
    'doctor',
    place,
    (app) =>
      app.get('/internal/doctor', { access: onPrivateNetwork }, async (_request, reply) => {
        reply.header('cache-control', 'no-store')
        return report()
      }),
    { responseTimeoutMs },
  )
}

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
