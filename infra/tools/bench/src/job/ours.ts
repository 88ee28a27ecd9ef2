import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { JobFinished } from '@utter/contracts/events/job-finished'
import { isFinal } from '@utter/contracts/jobs'
import { on } from '@utter/messaging/handler'
import { openMongo } from '@utter/storage/mongo'
import { createLog } from '@utter/telemetry/log'
import pMap from 'p-map'
import type { BenchContext } from '../bench-context.ts'
import { addCustomers, type BenchCustomer, newCustomer } from '../customers.ts'
import { openClient } from '../load/http-client.ts'
import { openLoop } from '../load/open-loop.ts'
import { openStream } from '../load/streams.ts'
import { createEnds } from '../measure/ends.ts'
import { createLatency } from '../measure/latency.ts'
import { openOwnBus } from '../own-bus.ts'
import { startOwn } from '../own-program.ts'
import { startServices } from '../services.ts'
import { spokenAnew } from '../submitting.ts'
import { emptyWeb } from '../web.ts'
import { planAll } from './planned.ts'
import type { Side } from './side.ts'

/** So many that none has more than a few active jobs, as in production. */
const accounts = 100
/** Each of the two workers. */
export const slots = 32
const forgetWithinMs = 10_000
export const words = 'What is the weather like in the mountains today, and should I take a coat?'

/** Gateway, jobs, notifier and billing as they are; workers of the bench in the place of chat and speech. */
export async function startOurs(context: BenchContext): Promise<Side> {
  const backing = await context.backing()
  const services = await startServices(context, ['jobs', 'notifier', 'billing', 'gateway'] as const, {
    gateway: { WEB_DIR: await emptyWeb(context) },
  })
  const env = { ...backing, SLOTS: String(slots), VENDOR_MS: '0' }
  const chat = await startOwn(context, 'worker', { ...env, STAGE: 'chat' })
  const speech = await startOwn(context, 'worker', { ...env, STAGE: 'speech' })

  const customers = Array.from({ length: accounts }, newCustomer)
  await addCustomers(backing.REDIS_URL, customers)
  const [streamed, finished] = [createEnds(), createEnds()]
  const bus = await openOwnBus(context)
  context.closing.defer(() => bus.close())
  await bus.broadcast([on(JobFinished, async ({ jobId }) => finished.ended(jobId))])
  await planAll(bus, backing.MONGO_URL, customers)
  const { url } = services.gateway
  const follow = async (customer: BenchCustomer) => {
    const stream = await openStream(`${url}/api/events`, authorized(customer), (data) => {
      const { jobId, status } = JSON.parse(data) as { jobId: string; status: string }
      if (isFinal(status)) streamed.ended(jobId)
    })
    context.closing.defer(() => stream.close())
  }
  await pMap(customers, follow, { concurrency: 4 })
  const client = context.closing.use(openClient(url))
  const database = await openMongo(backing.MONGO_URL, 'jobs', createLog('bench', 'warn'))
  context.closing.defer(() => database.close())
  const jobs = database.connection.collection('jobs')
  /** The compatible server looks through all jobs at each sweep, having unique indexes only: the next turn begins with none. */
  const clear = async () => {
    for (const untilMs = performance.now() + forgetWithinMs; performance.now() < untilMs; await pause(100)) {
      if ((await jobs.countDocuments({ $or: [{ unsettled: true }, { unpublishedSince: { $exists: true } }] })) === 0)
        break
    }
    await jobs.deleteMany({ status: { $in: ['completed', 'failed'] } })
  }
  let turn = 0

  return {
    processes: { ...services, chat, speech },
    clear,
    async run(perSecond, seconds) {
      const broker = createLatency()
      const sent = await openLoop({ perSecond, seconds, patienceMs: 20_000 }, async () => {
        const customer = customers[turn++ % accounts] as BenchCustomer
        const startMs = performance.now()
        const answer = await client.ask('/api/reply', {
          method: 'POST',
          headers: { ...authorized(customer), 'content-type': 'application/json', ...spokenAnew },
          body: JSON.stringify({ userText: words, requestId: randomUUID(), voiceId: 'default' }),
        })
        const { jobId } = JSON.parse(answer) as { jobId: string }
        const [finishedAtMs, streamedAtMs] = await Promise.all([finished.of(jobId), streamed.of(jobId)])
        broker.add(finishedAtMs - startMs)
        return streamedAtMs
      })
      return { ...sent, brokerP50: broker.read().p50 }
    },
  }
}

const authorized = ({ key }: BenchCustomer) => ({ authorization: `Bearer ${key}` })
