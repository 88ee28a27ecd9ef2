import { randomUUID } from 'node:crypto'
import mongoose from 'mongoose'

/** A job of the raw sides: as many fields and bytes as one of `jobs`. */
export type RawJob = mongoose.mongo.Document & { _id: string; userId: string }
type Anything = mongoose.mongo.Document & { _id: string }
export type SameWrites = Awaited<ReturnType<typeof openSameWrites>>

const { MongoClient } = mongoose.mongo

/**
 * The writes of services/jobs/recipe.md, and of its workers' claims, straight through the driver: one call each, on documents of
 * the same shape under the same indexes. Nothing is checked and nothing can be made up for: it is what the database alone costs.
 * @param like the database whose indexes are taken over
 */
export async function openSameWrites(url: string, database: string, like?: string) {
  const client = await new MongoClient(url, {
    writeConcern: { w: 'majority' },
    retryWrites: false,
    maxPoolSize: 50,
  }).connect()
  const db = client.db(database)
  const jobs = db.collection<RawJob>('jobs')
  const allowances = db.collection<Anything>('allowances')
  const claims = db.collection<Anything>('claims')
  if (like) for (const name of ['jobs', 'allowances']) await copyIndexes(client, like, database, name)
  const period = new Date(Date.UTC(2026, 0, 1))
  const counted = (now: Date) => ({ $min: { lookAt: new Date(now.getTime() + 10_000) } })
  const step = (id: string, set: Record<string, unknown>) =>
    jobs.updateOne(
      { _id: id, status: { $in: ['pending', 'processing'] } },
      {
        $set: { ...set, updatedAt: new Date() },
        $inc: { version: 1 },
        $push: { timeline: { at: new Date(), step: 'step', status: 'processing', progress: 10 } } as never,
      },
    )

  return {
    makeAllowances: (users: string[]) =>
      allowances.insertMany(users.map((_id) => ({ ...allowance(), _id, period, anchor: period }))),
    async admit(userId: string, text: string): Promise<RawJob> {
      const job = admitting(userId, text)
      await jobs.insertOne(job)
      return job
    },
    take: ({ _id, userId }: RawJob) =>
      allowances.findOneAndUpdate(
        {
          _id: userId,
          period,
          backlog: false,
          $expr: {
            $and: [{ $lte: [{ $add: ['$used', 1] }, '$room'] }, { $lt: [{ $size: '$places' }, '$limit'] }],
          },
        },
        { $push: { places: { id: _id, period } } as never, $inc: { used: 1, rev: 1 }, ...counted(new Date()) },
        { returnDocument: 'after', projection: { places: 1 } },
      ),
    accept: ({ _id, userId }: RawJob) =>
      jobs.findOneAndUpdate({ _id, userId, status: 'admitting' }, accepting(period), { returnDocument: 'after' }),
    said: ({ _id, userId }: RawJob) => jobs.updateOne({ _id, userId, version: 1 }, { $unset: { unsaid: 1 } }),
    claim: (id: string, stage: string) =>
      claims.insertOne({ _id: `${id}:${stage}`, owner: randomUUID(), fence: 1, beat: 0, at: new Date() }),
    finish: (id: string, stage: string) =>
      claims.updateOne({ _id: `${id}:${stage}` }, { $set: { result: { fruit: { text: stage } }, at: new Date() } }),
    step,
    end: (id: string) => step(id, { status: 'completed', queue: 'none', settle: true, completedAt: new Date() }),
    leave: (id: string, userId: string) =>
      allowances.updateOne(
        { _id: userId, places: { $elemMatch: { id, period } } },
        { $pull: { places: { id } } as never, $inc: { 'totals.completed': 1, rev: 1 }, ...counted(new Date()) },
      ),
    settled: (id: string) => jobs.updateOne({ _id: id, settle: true }, { $unset: { settle: 1 } }),
    close: () => client.close(),
  }
}

async function copyIndexes(client: mongoose.mongo.MongoClient, from: string, to: string, name: string): Promise<void> {
  for (const { key, name: index, unique, partialFilterExpression } of await client.db(from).collection(name).indexes())
    await client
      .db(to)
      .collection(name)
      .createIndex(key, {
        ...(index && { name: index }),
        ...(unique && { unique }),
        ...(partialFilterExpression && { partialFilterExpression }),
      })
}

const allowance = () => ({
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

const admitting = (userId: string, userText: string): RawJob => ({
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

const accepting = (period: Date) => {
  const now = new Date()
  return {
    $set: {
      status: 'pending',
      call: { period, owed: true },
      version: 1,
      unsaid: now,
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
