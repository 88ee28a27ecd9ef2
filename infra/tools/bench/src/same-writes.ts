import { randomUUID } from 'node:crypto'
import type { Allowance } from '@utter/jobs/domain/allowance/allowance'
import type { Job } from '@utter/jobs/domain/job/job'
import mongoose from 'mongoose'
import { accepting, allowanceOf, submittingJob } from './same-job.ts'

type Claim = mongoose.mongo.Document & { _id: string }
const { MongoClient } = mongoose.mongo

/**
 * The writes of services/jobs/recipe, and of its workers' claims, straight through the driver: one call each, on documents of
 * the same shape under the same indexes. Nothing is checked and nothing can be mended: it is the cost of the database alone.
 * @param like the database whose indexes are taken over
 */
export async function openSameWrites(url: string, database: string, like?: string) {
  const client = await new MongoClient(url, {
    writeConcern: { w: 'majority' },
    retryWrites: false,
    maxPoolSize: 50,
  }).connect()
  const db = client.db(database)
  const jobs = db.collection<Job>('jobs')
  const allowances = db.collection<Allowance>('allowances')
  const claims = db.collection<Claim>('claims')
  if (like) for (const name of ['jobs', 'allowances']) await copyIndexes(client, like, database, name)
  const period = new Date(Date.UTC(2026, 0, 1))
  /** A call that is taken makes the account due for a reconcile soon, and for a recount within a day. */
  const withReconcile = (now: Date) => ({
    $min: { reconcileAt: new Date(now.getTime() + 10_000), recountAt: new Date(now.getTime() + 86_400_000) },
  })
  const step = (id: string, set: Partial<Job>) =>
    jobs.updateOne(
      { _id: id, status: { $in: ['pending', 'processing'] } },
      {
        $set: { ...set, updatedAt: new Date() },
        $inc: { version: 1 },
        $push: { timeline: { at: new Date(), step: 'step', status: 'processing', progress: 10 } },
      },
    )

  return {
    makeAllowances: (users: string[]) => allowances.insertMany(users.map((userId) => allowanceOf(userId, period))),
    async submit(userId: string, text: string): Promise<Job> {
      const job = submittingJob(userId, text)
      await jobs.insertOne(job)
      return job
    },
    take: ({ _id, userId }: Job) =>
      allowances.findOneAndUpdate(
        {
          _id: userId,
          period,
          backlog: false,
          $expr: {
            $and: [{ $lte: [{ $add: ['$used', 1] }, '$callLimit'] }, { $lt: [{ $size: '$active' }, '$concurrency'] }],
          },
        },
        { $push: { active: { id: _id, period } }, $inc: { used: 1, rev: 1 }, ...withReconcile(new Date()) },
        { returnDocument: 'after', projection: { active: 1 } },
      ),
    accept: ({ _id, userId }: Job) =>
      jobs.findOneAndUpdate({ _id, userId, status: 'submitting' }, accepting(period), { returnDocument: 'after' }),
    markPublished: ({ _id, userId }: Job) =>
      jobs.updateOne({ _id, userId, version: 1 }, { $unset: { unpublishedSince: 1 } }),
    claim: (id: string, stage: string) =>
      claims.insertOne({
        _id: `${id}:${stage}`,
        ...{ owner: randomUUID(), fence: 1, heartbeat: 0, lane: 'fast', attempt: 1 },
        ...{ request: `the request of ${stage}`, dueAt: new Date(Date.now() + 7_500), at: new Date() },
      }),
    finish: (id: string, stage: string) =>
      claims.updateOne(
        { _id: `${id}:${stage}` },
        { $set: { result: { value: { text: stage } }, at: new Date() }, $unset: { request: '', dueAt: '' } },
      ),
    step,
    end: (id: string) => step(id, { status: 'completed', queue: 'none', unsettled: true, completedAt: new Date() }),
    remove: (id: string, userId: string) =>
      allowances.updateOne(
        { _id: userId, active: { $elemMatch: { id, period } } },
        { $pull: { active: { id } }, $inc: { 'totals.completed': 1, removals: 1, rev: 1 } },
      ),
    markSettled: (id: string) => jobs.updateOne({ _id: id, unsettled: true }, { $unset: { unsettled: 1 } }),
    /** Removes all jobs from both collections. */
    async clear(): Promise<void> {
      await jobs.deleteMany({})
      await allowances.updateMany({}, { $set: { active: [] } })
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
