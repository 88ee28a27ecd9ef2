import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Job } from '@utter/jobs/domain/job/job'
import { type BullQueue, connectionOf, loadBullMq } from '../peers/bullmq.ts'
import { openSameWrites } from '../same-writes.ts'

// The three steps on BullMQ, in as many processes as ours: ROLE `jobs` takes requests and applies steps, `chat` and `speech` work.
// Writes are those of ours, one for one; the vendors answer at once.
type Step = { id: string; userId: string; text: string }

const { ROLE = '', PORT, PEERS = '', REDIS_URL = '', MONGO_URL = '', CONCURRENCY } = process.env
const { Queue, Worker } = loadBullMq(PEERS)
const connection = connectionOf(REDIS_URL)
const concurrency = Number(CONCURRENCY)
const writes = await openSameWrites(MONGO_URL, 'bench-bullmq', 'jobs')
const next: Record<string, BullQueue> = {}
for (const name of ['chat', 'speech', 'apply']) next[name] = new Queue(name, connection)
const send = (queue: string, step: Step) =>
  next[queue]?.add(queue, step, { jobId: step.id, removeOnComplete: true }) ?? Promise.reject(new Error(queue))

const steps: Record<string, (step: Step) => Promise<unknown>> = {
  async chat(step) {
    await writes.claim(step.id, 'chat')
    await writes.step(step.id, { status: 'processing', rank: 1, progress: 10, startedAttempt: 1 })
    await writes.finish(step.id, 'chat')
    await writes.step(step.id, { rank: 2, progress: 40, startedAttempt: 0, starts: 1, aiResponse: step.text })
    await send('speech', step)
  },
  async speech(step) {
    await writes.claim(step.id, 'speech')
    await writes.step(step.id, { rank: 3, progress: 50, startedAttempt: 1 })
    await writes.finish(step.id, 'speech')
    await send('apply', step)
  },
  async apply({ id, userId }) {
    await writes.end(id)
    await writes.remove(id, userId)
    await writes.markSettled(id)
  },
}

async function submit(userId: string, words: string): Promise<Job> {
  const job = await writes.submit(userId, words)
  await writes.take(job)
  await writes.accept(job)
  // As ours: published after the answer, in the background.
  void send('chat', { id: job._id, userId, text: words }).then(() => writes.markPublished(job))
  return job
}

const worker = new Worker(
  ROLE === 'jobs' ? 'apply' : ROLE,
  async ({ data }) => steps[ROLE === 'jobs' ? 'apply' : ROLE]?.(data as Step),
  { ...connection, concurrency },
)
await worker.waitUntilReady()
createServer({ keepAliveTimeout: 75_000 }, async (request, response) => {
  if (request.method !== 'POST') return response.end()
  const { userId, userText } = JSON.parse(await text(request)) as { userId: string; userText: string }
  const { _id } = await submit(userId, userText)
  response.writeHead(202, { 'content-type': 'application/json' }).end(JSON.stringify({ jobId: _id }))
}).listen(Number(PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit())
