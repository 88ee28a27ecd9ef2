import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { AudioStored } from '@utter/contracts/events/audio-stored'
import { ChatRequested } from '@utter/contracts/events/chat-requested'
import { ChatStarted } from '@utter/contracts/events/chat-started'
import { ReplyWritten } from '@utter/contracts/events/reply-written'
import { SpeechRequested } from '@utter/contracts/events/speech-requested'
import { SpeechStarted } from '@utter/contracts/events/speech-started'
import type { AudioRef, Stage } from '@utter/contracts/jobs'
import { openMessaging } from '@utter/messaging/open'
import { eventOf } from '@utter/messaging/outgoing-event'
import { openClaims } from '@utter/storage/claims'
import { openMongo } from '@utter/storage/mongo'
import { createLog } from '@utter/telemetry/log'
import { createBreaker } from '@utter/worker/breaker'
import { startWorkers } from '@utter/worker/start-workers'
import { stepFailedAt, stepPostponedAt } from '@utter/worker/step-reports'
import { defineWorker } from '@utter/worker/worker'
import { createLatency } from '../measure/latency.ts'

// A stub of the process of a STAGE: the same messages, claims and reports, and a vendor that takes VENDOR_MS. No model,
// no voice, no mastering. `/report` returns the number of jobs since its last call, and how long they waited.
const { STAGE, PORT, SLOTS, VENDOR_MS, KAFKA_BROKERS = '', MONGO_URL = '' } = process.env
const stage = STAGE as Stage
const log = createLog(stage, 'warn')
const mongo = await openMongo(MONGO_URL, stage, log)
const bus = await openMessaging(
  { KAFKA_BROKERS: KAFKA_BROKERS.split(','), KAFKA_PARTITIONS: 4, KAFKA_REPLICAS: 1 },
  stage,
  log,
)
let waited = createLatency()

async function ask<Value>(text: string, value: Value): Promise<Value> {
  // The row `workers` writes the moment of publishing into the text.
  const saidAtMs = Number(text)
  if (saidAtMs > 0) waited.add(performance.timeOrigin + performance.now() - saidAtMs)
  if (Number(VENDOR_MS) > 0) await pause(Number(VENDOR_MS))
  return value
}

const common = {
  stage,
  breaker: createBreaker(stage, log),
  limitMs: () => 60_000,
}
const permanent = { failed: stepFailedAt(stage), postponed: stepPostponedAt(stage) }
const audio: AudioRef = {
  name: 'none.mp3',
  sizeBytes: 48_000,
  durationMs: 3_000,
  peaks: Array.from({ length: 120 }, () => 0.5),
}
const reply = { text: 'Good morning, and thank you for your question.', tokens: 12, model: 'none' }

const chat = async () =>
  defineWorker({
    ...common,
    event: ChatRequested,
    claims: await openClaims<typeof reply>(mongo.connection),
    execute: ({ text }) => ask(text, reply),
    reports: {
      ...permanent,
      started: ({ jobId, attempt }, userId) =>
        eventOf(ChatStarted, { userId, version: attempt, data: { jobId, attempt } }),
      done: ({ jobId, attempt }, userId, { text, ...rest }) =>
        eventOf(ReplyWritten, { userId, version: attempt, data: { jobId, attempt, reply: text, ...rest } }),
    },
  })
const speech = async () =>
  defineWorker({
    ...common,
    event: SpeechRequested,
    claims: await openClaims<AudioRef>(mongo.connection),
    execute: ({ text }) => ask(text, audio),
    reports: {
      ...permanent,
      started: ({ jobId, attempt }, userId) =>
        eventOf(SpeechStarted, { userId, version: attempt, data: { jobId, attempt } }),
      done: ({ jobId, attempt }, userId, value) =>
        eventOf(AudioStored, { userId, version: attempt, data: { jobId, attempt, audio: value } }),
    },
  })

await startWorkers(bus, [await { chat, speech }[stage]()], { slots: Number(SLOTS) })
createServer((request, response) => {
  const report = JSON.stringify(waited.read())
  if (request.url === '/report') waited = createLatency()
  response.writeHead(200, { 'content-type': 'application/json' }).end(report)
}).listen(Number(PORT), '127.0.0.1')

process.on('SIGTERM', async () => {
  await bus.close()
  await mongo.close()
  process.exit()
})
