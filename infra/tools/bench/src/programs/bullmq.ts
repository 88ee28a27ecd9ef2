import { openThreeSteps, type Step, type StepName, stepNames } from '../job/three-steps.ts'
import { type BullQueue, connectionOf, loadBullMq } from '../peers/bullmq.ts'

// The three steps on BullMQ, in as many processes as ours: ROLE `jobs` takes requests and applies steps, `chat` and `speech` work.
const { ROLE = '', PORT, PEERS = '', REDIS_URL = '', MONGO_URL = '', DATABASE = '', CONCURRENCY } = process.env
const { Queue, Worker } = loadBullMq(PEERS)
const connection = connectionOf(REDIS_URL)
const queues = Object.fromEntries(stepNames.map((name) => [name, new Queue(name, connection)])) as Record<
  StepName,
  BullQueue
>
const { steps, listen } = await openThreeSteps({ mongoUrl: MONGO_URL, database: DATABASE }, (name, step) =>
  queues[name].add(name, step, { jobId: step.id, removeOnComplete: true }),
)
const own = ROLE === 'jobs' ? 'apply' : (ROLE as StepName)
const worker = new Worker(own, async ({ data }) => steps[own](data as Step), {
  ...connection,
  concurrency: Number(CONCURRENCY),
})
await worker.waitUntilReady()
listen(Number(PORT))
process.on('SIGTERM', () => process.exit())
