import { createLatency, type Latency } from '../measure/latency.ts'

export type Worked = Latency & { perSecond: number; failed: number }

/** So many callers, each of which calls again as soon as it was answered: how much can be done. */
export async function closedLoop(
  { callers, seconds }: { callers: number; seconds: number },
  call: () => Promise<unknown>,
): Promise<Worked> {
  const latency = createLatency()
  let failed = 0
  const startMs = performance.now()
  const untilMs = startMs + seconds * 1_000
  const one = async () => {
    while (performance.now() < untilMs) {
      const calledMs = performance.now()
      try {
        await call()
        latency.add(performance.now() - calledMs)
      } catch {
        failed += 1
      }
    }
  }
  await Promise.all(Array.from({ length: callers }, one))
  const read = latency.read()
  return { ...read, failed, perSecond: read.count / ((performance.now() - startMs) / 1_000) }
}
