import { setTimeout as pause } from 'node:timers/promises'
import { metricsText, metricsType } from '@utter/http/metrics'
import { onPrivateNetwork, openPrivateServer, type Place, type PrivateServer } from '../private-server.ts'
import { measureTrial } from './trial-metrics.ts'
import type { Trial } from './try-job.ts'

/** The metrics of the trials for Prometheus, at `GET /metrics`. */
export const serveTrialMetrics = (place: Place): Promise<PrivateServer> =>
  openPrivateServer('trial', place, (app) =>
    app.get('/metrics', { access: onPrivateNetwork }, async (_request, reply) => {
      reply.type(metricsType)
      return metricsText()
    }),
  )

/** A trial every so many milliseconds, one at a time, until the signal; each is measured and told. */
export async function tryAgainAndAgain(
  attempt: () => Promise<Trial>,
  { everyMs, tell, signal }: { everyMs: number; tell: (trial: Trial) => void; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    const nextMs = performance.now() + everyMs
    const trial = await attempt()
    measureTrial(trial)
    tell(trial)
    await pause(Math.max(0, nextMs - performance.now()), undefined, { signal }).catch(() => {})
  }
}
