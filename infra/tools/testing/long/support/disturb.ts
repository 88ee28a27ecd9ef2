import { setTimeout as pause } from 'node:timers/promises'
import { keepAway, killAndAwait } from '@utter/testing/setup/processes'

const ours = ['speech', 'jobs', 'gateway', 'account', 'notifier', 'billing', 'referral', 'chat']
/**
 * Absences, each once so much percent is spoken. The database is stopped, not killed: the compatible server, unlike a mongod, may leave a document and its index
 * apart when it is killed.
 */
const absences = [
  { name: 'kafka', from: 15, signal: 'SIGKILL' },
  { name: 'mongo', from: 40, signal: 'SIGTERM' },
  { name: 'redis', from: 65, signal: 'SIGKILL' },
] as const

export type Disturbances = { deaths: string[]; absent: string[] }

/** Kills our processes in turn, one each period, and keeps each backing server away for a period once, one fault after the other, until the signal. */
export async function disturb(
  { periodMs, progress, report }: { periodMs: number; progress(): number; report(what: string): void },
  until: AbortSignal,
): Promise<Disturbances> {
  const deaths: string[] = []
  const left = [...absences]
  const absent: string[] = []
  for (let nextMs = Date.now(); !until.aborted; ) {
    const [first] = left
    if (first && progress() >= first.from) {
      left.shift()
      report(`${first.name} is away for ${periodMs / 1_000} s`)
      await keepAway(first.name, periodMs, first.signal)
      absent.push(first.name)
      // It has a period to come back.
      nextMs = Date.now() + periodMs
    } else {
      nextMs += periodMs
      const name = ours[deaths.length % ours.length] ?? ''
      const startedMs = Date.now()
      await killAndAwait(name)
      deaths.push(name)
      report(`${name} was killed, and answered again after ${((Date.now() - startedMs) / 1_000).toFixed(1)} s`)
    }
    await pause(Math.max(0, nextMs - Date.now()), undefined, { signal: until }).catch(() => {})
  }
  return { deaths, absent }
}
