import { services } from '@utter/contracts/flow'
import { type Check, type Finding, failed, ok, skipped, warning } from '../check.ts'
import type { Examined } from '../examined.ts'
import { NotExamined } from '../not-examined.ts'
import { helloOf } from './hello.ts'

const maxOffMs = 60_000
const maxUnnoticedMs = 10_000

export const clockChecks: Check[] = [
  { name: 'clock: mongodb', examine: (examined) => examineClock(examined, mongoTime) },
  { name: 'clock: redis', examine: (examined) => examineClock(examined, redisTime) },
  { name: 'clock: kafka', examine: async () => skipped('brokers do not tell their time') },
  ...['gateway', ...services].map((name) => ({
    name: `clock: ${name}`,
    examine: (examined: Examined) => examineClock(examined, () => processTime(name, examined)),
  })),
]

/** @param timeOf the other's time, as it answers */
async function examineClock(examined: Examined, timeOf: (examined: Examined) => Promise<number>): Promise<Finding> {
  const { now, dataDir } = examined
  // A connection that is opened first would count as time on the way.
  await timeOf(examined)
  const before = now().getTime()
  const theirs = await timeOf(examined)
  const offMs = theirs - (before + now().getTime()) / 2
  const observed = `${Math.abs(offMs / 1_000).toFixed(0)} s ${offMs < 0 ? 'behind' : 'ahead of'} this machine`
  const action = `timedatectl set-ntp true, on ${dataDir === undefined ? 'the machine that is wrong' : 'this machine'}`
  if (Math.abs(offMs) >= maxOffMs) return failed(observed, action)
  return Math.abs(offMs) >= maxUnnoticedMs ? warning(observed, action) : ok('agrees with this machine')
}

async function mongoTime({ stores }: Examined): Promise<number> {
  const { localTime } = await helloOf(await stores.use('MongoDB'))
  if (!(localTime instanceof Date)) throw new NotExamined('it does not tell its time')
  return localTime.getTime()
}

async function redisTime({ stores }: Examined): Promise<number> {
  const [seconds, micros] = await (await stores.use('Redis')).time()
  return Number(seconds) * 1_000 + Number(micros) / 1_000
}

/** The header of any answer, in whole seconds: its middle is taken. */
async function processTime(name: string, { processes }: Examined): Promise<number> {
  const { url, privateUrl } = processes[name] ?? {}
  const address = privateUrl ? `${privateUrl}/health/live` : url
  if (!address) throw new NotExamined('its address is not known here')
  const answer = await fetch(address, { signal: AbortSignal.timeout(2_000), redirect: 'manual' }).catch(() => {
    throw new NotExamined('it does not answer')
  })
  await answer.body?.cancel()
  const date = answer.headers.get('date')
  if (date === null) throw new NotExamined('it does not tell its time')
  return Date.parse(date) + 500
}
