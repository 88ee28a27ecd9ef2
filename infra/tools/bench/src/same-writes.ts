import { randomUUID } from 'node:crypto'
import mongoose from 'mongoose'
import { accepting, admitting, allowance, type RawJob } from './same-job.ts'

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
  /** A call that is taken asks for a look soon, and for a count within a day. */
  const asking = (now: Date) => ({
    $min: { lookAt: new Date(now.getTime() + 10_000), recountAt: new Date(now.getTime() + 86_400_000) },
  })
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
        { $push: { places: { id: _id, period } } as never, $inc: { used: 1, rev: 1 }, ...asking(new Date()) },
        { returnDocument: 'after', projection: { places: 1 } },
      ),
    accept: ({ _id, userId }: RawJob) =>
      jobs.findOneAndUpdate({ _id, userId, status: 'admitting' }, accepting(period), { returnDocument: 'after' }),
    said: ({ _id, userId }: RawJob) => jobs.updateOne({ _id, userId, version: 1 }, { $unset: { unpublishedSince: 1 } }),
    claim: (id: string, stage: string) =>
      claims.insertOne({ _id: `${id}:${stage}`, owner: randomUUID(), fence: 1, heartbeat: 0, at: new Date() }),
    finish: (id: string, stage: string) =>
      claims.updateOne({ _id: `${id}:${stage}` }, { $set: { result: { value: { text: stage } }, at: new Date() } }),
    step,
    end: (id: string) => step(id, { status: 'completed', queue: 'none', settle: true, completedAt: new Date() }),
    leave: (id: string, userId: string) =>
      allowances.updateOne(
        { _id: userId, places: { $elemMatch: { id, period } } },
        { $pull: { places: { id } } as never, $inc: { 'totals.completed': 1, ends: 1, rev: 1 } },
      ),
    settled: (id: string) => jobs.updateOne({ _id: id, settle: true }, { $unset: { settle: 1 } }),
    /** Takes all jobs away, and gives their places back. */
    async forget(): Promise<void> {
      await jobs.deleteMany({})
      await allowances.updateMany({}, { $set: { places: [] } })
    },
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
