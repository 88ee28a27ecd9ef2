import { randomUUID } from 'node:crypto'
import type { BenchContext } from '../bench-context.ts'
import { openClient } from '../load/http-client.ts'
import { openLoop } from '../load/open-loop.ts'
import { createEnds } from '../measure/ends.ts'
import { startOwn } from '../own-program.ts'
import { connectionOf, loadBullMq } from '../peers/bullmq.ts'
import { installPeers } from '../peers/npm.ts'
import { openSameWrites } from '../same-writes.ts'
import { slots, words } from './ours.ts'
import type { Side } from './side.ts'

const accounts = 100

/** The same job on BullMQ: a plain HTTP server that takes the job, three queues, three processes. It ends with the last queue's event. */
export async function startBullMq(context: BenchContext): Promise<Side> {
  const peers = await installPeers(context)
  const backing = await context.backing()
  const users = Array.from({ length: accounts }, () => randomUUID())
  const writes = await openSameWrites(backing.MONGO_URL, 'bench-bullmq')
  await writes.makeAllowances(users)
  context.closing.defer(() => writes.close())

  const env = { ...backing, PEERS: peers, CONCURRENCY: String(slots) }
  const jobs = await startOwn(context, 'bullmq', { ...env, ROLE: 'jobs' })
  const chat = await startOwn(context, 'bullmq', { ...env, ROLE: 'chat' })
  const speech = await startOwn(context, 'bullmq', { ...env, ROLE: 'speech' })
  const { QueueEvents } = loadBullMq(peers)
  const ends = createEnds()
  const events = new QueueEvents('apply', connectionOf(backing.REDIS_URL))
  context.closing.defer(() => events.close())
  events.on('completed', ({ jobId }) => ends.ended(jobId))
  await events.waitUntilReady()
  const client = context.closing.use(openClient(jobs.url))
  let turn = 0

  return {
    processes: { jobs, chat, speech },
    clear: () => writes.clear(),
    async run(perSecond, seconds) {
      const sent = await openLoop({ perSecond, seconds, patienceMs: 20_000 }, async () => {
        const body = JSON.stringify({ userId: users[turn++ % accounts], userText: words })
        const { jobId } = JSON.parse(await client.ask('/', { method: 'POST', body })) as { jobId: string }
        return ends.of(jobId)
      })
      return { ...sent, brokerP50: sent.p50 }
    },
  }
}
