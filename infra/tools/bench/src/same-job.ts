import { randomUUID } from 'node:crypto'
import type mongoose from 'mongoose'

// Documents as services/jobs writes them, field for field: the bench knows no service, so they stand here once more.
export type RawJob = mongoose.mongo.Document & { _id: string; userId: string }

/** The allowance of an account without an end. */
export const allowance = () => ({
  rev: 0,
  tier: 'enterprise',
  periodEnd: new Date(Date.now() + 86_400_000),
  base: 0,
  used: 0,
  room: 1e12,
  limit: 500,
  places: [],
  open: [],
  backlog: false,
  billingVersion: 1,
  totals: { completed: 0, failed: 0 },
  recent: {},
})

export const admitting = (userId: string, userText: string): RawJob => ({
  _id: randomUUID(),
  userId,
  requestId: randomUUID(),
  bodyHash: 'q3T9b1yCzQ0wN5b8oQv1w2e3r4t5y6u7i8o9p0a1s2d',
  kind: 'reply',
  sessionId: 'default',
  userText,
  voiceId: 'default',
  ttsSettings: { stability: 0.5, similarityBoost: 0.8, style: 0.2, speakerBoost: true },
  webhookDelivered: false,
  webhookAttempts: 0,
  status: 'admitting',
  queue: 'none',
  rank: 0,
  progress: 0,
  version: 0,
  timeline: [],
  attempt: 0,
  begun: 0,
  tries: 0,
  batch: 0,
  cached: false,
  createdAt: new Date(),
  updatedAt: new Date(),
})

/** recipe.md 3, with a place. */
export const accepting = (period: Date) => {
  const now = new Date()
  return {
    $set: {
      status: 'pending',
      call: { period, owed: true },
      version: 1,
      unpublishedSince: now,
      updatedAt: now,
      queue: 'road',
      lane: 'fast',
      attempt: 1,
      tries: 1,
      dueAt: new Date(now.getTime() + 1_800_000),
      giveUpAt: new Date(now.getTime() + 86_400_000),
    },
    $push: { timeline: { at: now, step: 'submitted', status: 'pending', progress: 0 } } as never,
  }
}

/** A job that was completed, with its reply, its wave and its six changes. */
export function finishedJob(userId: string, createdAt: Date): RawJob & { createdAt: Date } {
  const at = (seconds: number) => new Date(createdAt.getTime() + seconds * 1_000)
  const entry = (seconds: number, step: string, status: string, progress: number) => ({
    at: at(seconds),
    step,
    status,
    progress,
  })
  return {
    ...(admitting(userId, 'What is the weather like in the mountains today?') as RawJob),
    status: 'completed',
    rank: 5,
    progress: 100,
    version: 6,
    timeline: [
      entry(0, 'submitted', 'pending', 0),
      entry(1, 'chat-started', 'processing', 10),
      entry(3, 'reply-written', 'processing', 40),
      entry(3, 'speech-started', 'processing', 50),
      entry(5, 'speech-progressed', 'processing', 90),
      entry(6, 'completed', 'completed', 100),
    ],
    attempt: 1,
    begun: 1,
    tries: 1,
    lane: 'fast',
    call: { period: createdAt, owed: true },
    giveUpAt: at(86_400),
    aiResponse: 'It is sunny and cold, with a light wind from the north. '.repeat(6),
    audio: {
      name: `${randomUUID()}.mp3`,
      sizeBytes: 150_000,
      durationMs: 9_000,
      peaks: Array.from({ length: 120 }, () => 0.5),
    },
    createdAt,
    updatedAt: at(6),
    completedAt: at(6),
  }
}
