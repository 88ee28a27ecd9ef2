import { Schema } from 'mongoose'
import type { Job } from '../../domain/job/job.ts'

/** The document of a job, and the indexes that answer its store's queries. */
export function jobSchema(): Schema<Job> {
  const schema = new Schema<Job>(
    {
      _id: String,
      userId: String,
      requestId: String,
      bodyHash: String,
      kind: String,
      sessionId: String,
      userText: String,
      voiceId: String,
      unknownVoice: Boolean,
      ttsSettings: Schema.Types.Mixed,
      language: String,
      textNormalization: String,
      ssml: Boolean,
      speakers: { type: [Schema.Types.Mixed], default: undefined },
      fallback: String,
      seed: Number,
      check: String,
      stream: Boolean,
      ahead: Boolean,
      audibleAttempt: Number,
      audibleAt: Date,
      metadata: Schema.Types.Mixed,
      // Without a default: an empty list would be indexed.
      tags: { type: [String], default: undefined },
      webhookUrl: String,
      webhookDelivered: Boolean,
      webhookAttempts: Number,
      delivery: { type: Schema.Types.Mixed, default: undefined },
      expectedMs: Number,
      activeAtOnce: Boolean,
      traceId: String,
      spanId: String,
      status: String,
      queue: String,
      rank: Number,
      progress: Number,
      version: Number,
      timeline: [Schema.Types.Mixed],
      attempt: Number,
      startedAttempt: Number,
      starts: Number,
      postponed: Boolean,
      lane: String,
      keyId: String,
      isFree: Boolean,
      words: Boolean,
      batch: Number,
      batchId: String,
      batchIndex: Number,
      section: { type: Schema.Types.Mixed, default: undefined },
      joined: Boolean,
      retryOf: String,
      call: { period: Date, month: Date, owed: Boolean },
      dueAt: Date,
      giveUpAt: Date,
      unpublishedSince: Date,
      unsettled: Boolean,
      aiResponse: String,
      spokenText: String,
      parts: { type: Schema.Types.Mixed, default: undefined },
      audio: Schema.Types.Mixed,
      work: Schema.Types.Mixed,
      error: String,
      code: String,
      ownFault: Boolean,
      cached: Boolean,
      cacheKey: String,
      sameAs: String,
      share: { type: { _id: false, hash: String, since: Date, text: Boolean }, default: undefined },
      expiresAt: Date,
      endedAs: String,
      removalSince: Date,
      forgetAt: Date,
      createdAt: Date,
      updatedAt: Date,
      completedAt: Date,
    },
    { versionKey: false, minimize: false },
  )
  schema.index({ userId: 1, requestId: 1 }, { unique: true })
  // Lists: a sort is taken from an index only if all its keys are in it, in their order.
  schema.index({ userId: 1, createdAt: -1, _id: -1 })
  schema.index({ userId: 1, status: 1, createdAt: -1, _id: -1 })
  schema.index(
    { userId: 1, status: 1, code: 1, createdAt: -1, _id: -1 },
    { partialFilterExpression: { code: { $exists: true } }, name: 'failures' },
  )
  schema.index(
    { userId: 1, tags: 1, createdAt: -1, _id: -1 },
    { partialFilterExpression: { tags: { $exists: true } }, name: 'tagged' },
  )
  schema.index({ userId: 1, voiceId: 1, createdAt: -1, _id: -1 })
  schema.index({ userId: 1, updatedAt: -1 })
  schema.index({ userId: 1, 'call.period': 1, 'call.owed': 1, keyId: 1 })
  schema.index(
    { userId: 1, batch: 1, createdAt: 1 },
    { partialFilterExpression: { queue: 'waiting' }, name: 'waiting' },
  )
  schema.index(
    { userId: 1, batchId: 1, batchIndex: 1 },
    { partialFilterExpression: { batchId: { $exists: true } }, name: 'batches' },
  )
  // The list of batches: all that it looks for is in the keys, so that no document is read.
  schema.index(
    { userId: 1, createdAt: -1, batchId: 1 },
    { partialFilterExpression: { batchId: { $exists: true } }, name: 'batches-by-time' },
  )
  schema.index(
    { userId: 1, status: 1, 'section.workId': 1 },
    { partialFilterExpression: { 'section.workId': { $exists: true } }, name: 'sections' },
  )
  schema.index(
    { userId: 1, cacheKey: 1, completedAt: -1 },
    { partialFilterExpression: { status: 'completed', cacheKey: { $exists: true } }, name: 'spoken' },
  )
  schema.index({ createdAt: 1 }, { partialFilterExpression: { status: 'submitting' }, name: 'submitting' })
  schema.index({ unpublishedSince: 1 }, { partialFilterExpression: { unpublishedSince: { $exists: true } } })
  schema.index({ completedAt: 1 }, { partialFilterExpression: { unsettled: true }, name: 'unsettled' })
  schema.index({ userId: 1 }, { partialFilterExpression: { unsettled: true, attempt: 0 }, name: 'never-active' })
  schema.index({ userId: 1, completedAt: 1 }, { partialFilterExpression: { ownFault: true }, name: 'own-faults' })
  // Usage by day: all that it counts is in the keys, so that no document is read.
  schema.index(
    {
      userId: 1,
      completedAt: 1,
      keyId: 1,
      voiceId: 1,
      'call.owed': 1,
      'call.period': 1,
      status: 1,
      endedAs: 1,
      code: 1,
      cached: 1,
      joined: 1,
      createdAt: 1,
      audibleAt: 1,
    },
    { partialFilterExpression: { completedAt: { $exists: true } }, name: 'ends' },
  )
  // Not unique, which no sharded collection can be by this field: a secret has 256 random bits.
  schema.index({ 'share.hash': 1 }, { partialFilterExpression: { 'share.hash': { $exists: true } } })
  schema.index({ userId: 1, sameAs: 1 }, { partialFilterExpression: { sameAs: { $exists: true } } })
  for (const field of ['expiresAt', 'removalSince', 'forgetAt'])
    schema.index({ [field]: 1 }, { partialFilterExpression: { [field]: { $exists: true } } })
  schema.index(
    { lane: 1, dueAt: 1 },
    { partialFilterExpression: { queue: 'active', startedAttempt: 0 }, name: 'unbegun' },
  )
  schema.index({ dueAt: 1 }, { partialFilterExpression: { queue: 'active' } })
  return schema
}
