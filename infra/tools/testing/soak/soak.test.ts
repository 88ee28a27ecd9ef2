import { RetryingCustomer } from '@utter/testing/customers/retrying-customer'
import { expectAtRest } from '@utter/testing/invariants/checker'
import { randomOf } from '@utter/testing/seeded-random'
import { ownPlatform } from '@utter/testing/setup/provided'
import { startReplica } from '@utter/testing/setup/replica'
import { openVendor } from '@utter/testing/vendors/vendor'
import { expect, test } from 'vitest'
import { killOneByOne } from './deaths.ts'
import { measureRate, startLoad } from './load.ts'
import { memoryOfAll } from './memory.ts'

const minutes = Number(process.env.SOAK_MINUTES ?? 15)
const seed = Number(process.env.SOAK_SEED ?? Date.now() % 1_000_000)
const accounts = 4
/** Services with three replicas, which share a group: each death is a rebalance for the others. */
const inThree = ['jobs', 'chat', 'speech']
const probeMs = 20_000
const killEveryMs = 20_000
/** Share of the rate that the machine sustains without deaths: it can catch up after each. */
const share = 0.5
/**
 * Limit for all minutes together. The compatible database has no indexes but the unique ones: a query reads its whole
 * collection, and from some thousand jobs on the database itself is overloaded. On a mongod of your own `SOAK_JOBS` may
 * be anything.
 */
const maxJobs = Number(process.env.SOAK_JOBS ?? 3_500)
const minute = 60_000
const allowedMs = (minutes + 20) * minute

test(`${minutes} minutes of load and deaths (SOAK_SEED=${seed}): every promise holds`, {
  timeout: allowedMs,
}, async () => {
  const vendor = await openVendor()
  await using replicas = new AsyncDisposableStack()
  for (const name of inThree) for (let i = 1; i < 3; i++) replicas.use(await startReplica(name))
  const customers = await Promise.all(Array.from({ length: accounts }, careful))
  const sustained = Math.max(0.1, share * (await measureRate(customers, probeMs)))
  const perSecond = Math.min(sustained, maxJobs / (minutes * 60))
  console.log(`seed ${seed}: ${perSecond.toFixed(2)} jobs a second for ${minutes} minutes`)
  const before = await memoryOfAll()

  const load = startLoad(customers, perSecond)
  const deaths = await killOneByOne(Date.now() + minutes * minute, killEveryMs, randomOf(seed))
  const submitted = await load.stop()
  for (const one of customers) await one.allEnded(10 * minute)
  const after = await memoryOfAll()
  await vendor.close()

  const rows = (await Promise.all(customers.map((one) => one.rows()))).flat()
  const killed = Map.groupBy(deaths, ({ name }) => name)
  console.table(
    Object.keys(after).map((name) => {
      const times = killed.get(name)?.map(({ recoveredMs }) => recoveredMs) ?? []
      const slowest = times.length > 0 ? `${(Math.max(...times) / 1_000).toFixed(1)} s` : ''
      return { process: name, 'MiB before': before[name], 'MiB after': after[name], kills: times.length, slowest }
    }),
  )
  const of = (status: string) => rows.filter((row) => row.status === status).length
  console.table([
    { submitted, jobs: rows.length, completed: of('completed'), failed: of('failed'), kills: deaths.length },
  ])

  const failures = rows.filter(({ status }) => status !== 'completed').map(({ id, error }) => `${id}: ${error}`)
  for (const one of customers) await expectAtRest(one.customer, { disturbed: true, accepted: one.jobIds })
  expect(failures).toEqual([])
})

const careful = () => RetryingCustomer.signUp(ownPlatform().url, 'enterprise')
