import { randomUUID } from 'node:crypto'
import { openMongo } from '@utter/storage/mongo'
import { createLog } from '@utter/telemetry/log'
import { admitCustomers, type BenchCustomer, createSigned, newCustomer } from './customers.ts'
import type { Ground } from './ground.ts'
import { type Client, openClient } from './load/http-client.ts'
import { openOwnBus } from './own-bus.ts'
import { planAll } from './road/planned.ts'
import { startServices } from './services.ts'
import { emptyWeb } from './web.ts'

/** Nobody ends these jobs, and an account may have 500 on the road. */
const accounts = 200
export const words = 'Good morning. The train to the mountains leaves at nine, from platform four.'

export type Call = () => Promise<undefined>

/**
 * Jobs and the gateway as they are, customers in turn, and nobody who works on what they submit.
 * @param jobsEnv what is set for jobs beside
 */
export async function startSubmitting(ground: Ground, jobsEnv: Record<string, string> = {}) {
  const backing = await ground.backing()
  const services = await startServices(ground, ['jobs', 'gateway'], {
    gateway: { WEB_DIR: await emptyWeb(ground) },
    jobs: jobsEnv,
  })
  const customers = Array.from({ length: accounts }, newCustomer)
  await admitCustomers(backing.REDIS_URL, customers)
  const bus = await openOwnBus(ground)
  ground.closing.defer(() => bus.close())
  await planAll(bus, backing.MONGO_URL, customers)
  const database = await openMongo(backing.MONGO_URL, 'jobs', createLog('bench', 'warn'))
  ground.closing.defer(() => database.close())

  let turn = 0
  const nextCustomer = () => customers[turn++ % accounts] as BenchCustomer
  const signed = createSigned(ground.secrets.identityKeys.gateway, 'jobs')
  const submitTo =
    (client: Client, headersOf: (customer: BenchCustomer) => Record<string, string>): Call =>
    async () => {
      await client.ask('/api/tts', {
        method: 'POST',
        headers: { ...headersOf(nextCustomer()), 'content-type': 'application/json' },
        body: JSON.stringify({ userText: words, requestId: randomUUID(), voiceId: 'default' }),
      })
    }
  return {
    customers,
    nextCustomer,
    atJobs: submitTo(ground.closing.use(openClient(services.jobs.url)), signed),
    atGateway: submitTo(ground.closing.use(openClient(services.gateway.url)), ({ key }) => ({
      authorization: `Bearer ${key}`,
    })),
    /** Jobs that no worker will end must not be found by the sweeps of the next turn. */
    async clear(): Promise<void> {
      await database.connection.collection('jobs').deleteMany({})
      await database.connection
        .collection('allowances')
        .updateMany({}, { $set: { active: [], reserved: [], backlog: false }, $unset: { reconcileAt: 1 } })
    },
  }
}
