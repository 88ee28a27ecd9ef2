import { randomUUID } from 'node:crypto'
import { openMongo } from '@utter/storage/mongo'
import { createLog } from '@utter/telemetry/log'
import type { BenchContext } from './bench-context.ts'
import { addCustomers, type BenchCustomer, createSigned, newCustomer } from './customers.ts'
import { planAll } from './job/planned.ts'
import { type Client, openClient } from './load/http-client.ts'
import { openOwnBus } from './own-bus.ts'
import { startServices } from './services.ts'
import { emptyWeb } from './web.ts'

/** No worker ends these jobs, and an account may have 500 active ones. */
const accounts = 200
/** Every job is of the same words: without it all but the first would come from the cache. */
export const spokenAnew = { 'cache-control': 'no-cache' }
export const words = 'Good morning. The train to the mountains leaves at nine, from platform four.'

export type Call = () => Promise<undefined>

/** Jobs and the gateway as they are, customers in turn, and no worker for their jobs. */
export async function startSubmitting(context: BenchContext) {
  const backing = await context.backing()
  const services = await startServices(context, ['jobs', 'gateway'], {
    gateway: { WEB_DIR: await emptyWeb(context) },
  })
  const customers = Array.from({ length: accounts }, newCustomer)
  await addCustomers(backing.REDIS_URL, customers)
  const bus = await openOwnBus(context)
  context.closing.defer(() => bus.close())
  await planAll(bus, backing.MONGO_URL, customers)
  const database = await openMongo(backing.MONGO_URL, 'jobs', createLog('bench', 'warn'))
  context.closing.defer(() => database.close())

  let turn = 0
  const nextCustomer = () => customers[turn++ % accounts] as BenchCustomer
  const signed = createSigned(context.secrets.identityKeys.gateway, 'jobs')
  const submitTo =
    (client: Client, headersOf: (customer: BenchCustomer) => Record<string, string>): Call =>
    async () => {
      await client.ask('/api/tts', {
        method: 'POST',
        headers: { ...headersOf(nextCustomer()), 'content-type': 'application/json', ...spokenAnew },
        body: JSON.stringify({ userText: words, requestId: randomUUID(), voiceId: 'default' }),
      })
    }
  return {
    programs: Object.values(services),
    customers,
    nextCustomer,
    atJobs: submitTo(context.closing.use(openClient(services.jobs.url)), signed),
    atGateway: submitTo(context.closing.use(openClient(services.gateway.url)), ({ key }) => ({
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
