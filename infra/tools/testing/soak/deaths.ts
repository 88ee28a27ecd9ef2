import { setTimeout as pause } from 'node:timers/promises'
import { killAndAwait } from '@utter/testing/setup/processes'

// The compatible database is left alone: killed in the middle of a write it may leave a document and its index apart.
const ours = ['gateway', 'account', 'jobs', 'chat', 'speech', 'notifier', 'billing', 'referral']
const servers = ['kafka', 'redis']
/** Every so many deaths a backing server is killed. */
const serverEvery = 4

export type Death = { name: string; recoveredMs: number }

/** Kills one process after the other until the time is over, each when the one before it is back. */
export async function killOneByOne(untilMs: number, everyMs: number, random: () => number): Promise<Death[]> {
  const deaths: Death[] = []
  for (;;) {
    const nextMs = Date.now() + everyMs
    if (nextMs > untilMs) return deaths
    const names = (deaths.length + 1) % serverEvery === 0 ? servers : ours
    const name = names[Math.floor(random() * names.length)] ?? 'jobs'
    const startedMs = Date.now()
    await killAndAwait(name)
    const recoveredMs = Date.now() - startedMs
    deaths.push({ name, recoveredMs })
    console.log(`${name} was killed, and answered again after ${(recoveredMs / 1_000).toFixed(1)} s`)
    await pause(Math.max(0, nextMs - Date.now()))
  }
}
