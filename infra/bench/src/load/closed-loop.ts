import { createLatency, type Latency } from '../latency.ts'

export type Worked = Latency & { perSecond: number }

/** So many callers, each of which calls again as soon as it was answered: how much can be done. @throws what a call throws */
export async function closedLoop(
  { callers, seconds }: { callers: number; seconds: number },
  call: () => Promise<unknown>,
): Promise<Worked> {
  const latency = createLatency()
  const startMs = performance.now()
  const untilMs = startMs + seconds * 1_000
  const one = async () => {
    while (performance.now() < untilMs) {
      const calledMs = performance.now()
      await call()
      latency.add(performance.now() - calledMs)
    }
  }
  await Promise.all(Array.from({ length: callers }, one))
  const read = latency.read()
  return { ...read, perSecond: read.count / ((performance.now() - startMs) / 1_000) }
}
