import { randomUUID } from 'node:crypto'
import type { BenchContext } from '../bench-context.ts'
import { openClient } from '../load/http-client.ts'
import { openLoop } from '../load/open-loop.ts'
import { createEnds } from '../measure/ends.ts'
import { startOwn } from '../own-program.ts'
import { connectionOf, loadBullMq } from '../peers/bullmq.ts'
import { listenForEnds } from '../peers/graphile.ts'
import { installPeers } from '../peers/npm.ts'
import { startPostgres } from '../peers/postgres.ts'
import { openSameWrites } from '../same-writes.ts'
import { slots, words } from './ours.ts'
import type { Side } from './side.ts'

const accounts = 100

/** The same job on BullMQ: a plain HTTP server that takes the job, three queues, three processes. It ends with the last queue's event. */
export async function startBullMq(context: BenchContext): Promise<Side> {
  const peers = await installPeers(context)
  const { REDIS_URL } = await context.backing()
  return startPeer(context, 'bullmq', { PEERS: peers, REDIS_URL }, async (ended) => {
    const { QueueEvents } = loadBullMq(peers)
    const events = new QueueEvents('apply', connectionOf(REDIS_URL))
    context.closing.defer(() => events.close())
    events.on('completed', ({ jobId }) => ended(jobId))
    await events.waitUntilReady()
  })
}

/** The same job on graphile-worker: as on BullMQ, with its queues in PostgreSQL. It ends with a notification of the last step. */
export async function startGraphile(context: BenchContext): Promise<Side> {
  const peers = await installPeers(context)
  const postgres = await startPostgres(context)
  const side = await startPeer(
    context,
    'graphile',
    { PEERS: peers, POSTGRES_URL: postgres.url, NO_LOG_SUCCESS: '1' },
    async (ended) => {
      const listening = await listenForEnds(peers, postgres.url, ended)
      context.closing.defer(() => listening.close())
    },
  )
  return { ...side, processes: { ...side.processes, postgres } }
}

async function startPeer(
  context: BenchContext,
  program: string,
  env: Record<string, string>,
  listen: (ended: (jobId: string) => void) => Promise<void>,
): Promise<Side> {
  const { MONGO_URL } = await context.backing()
  const users = Array.from({ length: accounts }, () => randomUUID())
  const database = `bench-${program}`
  const writes = await openSameWrites(MONGO_URL, database)
  await writes.makeAllowances(users)
  context.closing.defer(() => writes.close())

  const start = (ROLE: string) =>
    startOwn(context, program, { ...env, MONGO_URL, DATABASE: database, CONCURRENCY: String(slots), ROLE })
  const jobs = await start('jobs')
  const chat = await start('chat')
  const speech = await start('speech')
  const ends = createEnds()
  await listen(ends.ended)
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
