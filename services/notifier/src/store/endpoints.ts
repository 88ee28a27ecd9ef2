import type { DisabledReason } from '@utter/contracts/http/disabled-reason'
import type { TierName } from '@utter/contracts/plans'
import { openModel, unlessThere } from '@utter/storage/model'
import { mongoOutbox } from '@utter/storage/mongo-outbox'
import type { TextRange } from '@utter/storage/sealer'
import { type Connection, Schema, type UpdateQuery } from 'mongoose'
import {
  dayOf,
  type Endpoint,
  maxFailingDays,
  maxOldSecrets,
  type OldSecret,
  type WebhookTest,
} from '../domain/endpoint.ts'

export type EndpointStore = Awaited<ReturnType<typeof openEndpoints>>

/** Where secrets are stored. */
const secretFields = ['secret', 'oldSecrets.secret']

/** The documents of accounts: plan, webhook and secrets. */
export async function openEndpoints(connection: Connection) {
  const schema = new Schema<Endpoint>(
    {
      _id: String,
      tier: String,
      billingVersion: Number,
      url: String,
      urlSince: Date,
      secret: String,
      oldSecrets: { type: [{ _id: false, secret: String, until: Date }], default: undefined },
      lastDeliveredAt: Date,
      failingSince: Date,
      failedOn: { type: [String], default: undefined },
      lastError: String,
      warnedPercent: Number,
      disabledAt: Date,
      disabledReason: String,
      lastTest: { type: { _id: false, at: Date, status: Number, ms: Number, error: String }, default: undefined },
      version: Number,
      unpublishedSince: Date,
    },
    { versionKey: false },
  )
  schema.index({ unpublishedSince: 1 }, { partialFilterExpression: { unpublishedSince: { $exists: true } } })
  for (const field of secretFields)
    schema.index({ [field]: 1 }, { partialFilterExpression: { [field]: { $exists: true } } })
  const model = await openModel(connection, 'endpoints', schema)
  const update = (filter: object, change: UpdateQuery<Endpoint>) =>
    model.findOneAndUpdate(filter, change, { returnDocument: 'after' }).lean<Endpoint | null>()
  const read = (userId: string) => model.findOne({ _id: userId }).lean<Endpoint | null>()

  return {
    read,
    /** The account's document, which is made where there is none. */
    async readOrCreate(userId: string): Promise<Endpoint> {
      const found = await read(userId)
      if (found) return found
      const endpoint: Endpoint = { _id: userId, tier: 'free', billingVersion: 0, version: 0 }
      await model.create(endpoint).catch(unlessThere)
      return (await read(userId)) ?? endpoint
    },
    /** Null: the state is not newer than the present one. */
    setTier: (userId: string, tier: TierName, billingVersion: number) =>
      update({ _id: userId, billingVersion: { $lt: billingVersion } }, { $set: { tier, billingVersion } }),
    /**
     * Sets the account's webhook, which is enabled by it. Null: it has changed since it was read.
     * @param secret a first one, or the present one, sealed anew
     */
    setUrl: (seen: Endpoint, url: string, secret: string, now: Date) =>
      update(asSeen(seen), {
        $set: {
          url,
          unpublishedSince: now,
          ...(url !== seen.url && { urlSince: now }),
          secret,
        },
        $unset: { ...enabled, ...(url !== seen.url && { lastTest: 1 }) },
        $inc: { version: 1 },
      }),
    /** The secret stays: the webhooks of jobs are signed by it. */
    removeUrl: (seen: Endpoint, now: Date) =>
      update(asSeen(seen), {
        $set: { unpublishedSince: now },
        $unset: { url: 1, urlSince: 1, lastTest: 1, ...enabled },
        $inc: { version: 1 },
      }),
    /** A new secret in place of the one that was seen, which signs along. Null: another one took its place meanwhile. */
    replaceSecret: (seen: Endpoint, secret: string, old?: OldSecret) =>
      update(asSeen(seen), {
        $set: { secret },
        ...(old && { $push: { oldSecrets: { $each: [old], $slice: -maxOldSecrets } } }),
      }),
    /** Accounts with a secret outside of this range, in no order. @param besides ids that are left out */
    withSecretsOutside: ({ from, to }: TextRange, limit: number, besides: string[]): Promise<Endpoint[]> =>
      model
        .find({
          $or: secretFields.flatMap((field) =>
            [{ $lt: from }, { $gte: to }].map((outside) => ({ [field]: outside, _id: { $nin: besides } })),
          ),
        })
        .limit(limit)
        .lean<Endpoint[]>(),
    /** The same secrets, stored in another way. Null: they have changed since they were read. */
    renewSecrets: (seen: Endpoint, secret: string, oldSecrets: OldSecret[]) =>
      update(asSeen(seen), {
        $set: { secret, ...(oldSecrets.length > 0 && { oldSecrets }) },
        ...(oldSecrets.length === 0 && { $unset: { oldSecrets: 1 } }),
      }),
    /** A failed try of the account's webhook, the first of which since a delivery counts. Null: the webhook is another by now. */
    async failed(userId: string, url: string, lastError: string, at: Date): Promise<Endpoint | null> {
      const day = dayOf(at)
      const own = { _id: userId, url }
      // Most failures are not the first ones of their day. A day without a beginning is from before the last delivery.
      return (
        (await update({ ...own, failedOn: day, failingSince: { $exists: true } }, { $set: { lastError } })) ??
        (await update(
          { ...own, failingSince: { $exists: false } },
          { $set: { failingSince: at, failedOn: [day], lastError } },
        )) ??
        update(
          { ...own, failedOn: { $ne: day } },
          { $set: { lastError }, $push: { failedOn: { $each: [day], $slice: -maxFailingDays } } },
        )
      )
    },
    async succeeded(userId: string, url: string, at: Date): Promise<void> {
      await model.updateOne(
        { _id: userId, url },
        { $set: { lastDeliveredAt: at }, $unset: { failingSince: 1, failedOn: 1, lastError: 1, warnedPercent: 1 } },
      )
    },
    /** Notes a test, unless the webhook is another by now, or a later test was answered sooner. */
    async tested(userId: string, url: string, lastTest: WebhookTest): Promise<void> {
      await model.updateOne({ _id: userId, url, 'lastTest.at': { $not: { $gt: lastTest.at } } }, { $set: { lastTest } })
    },
    /** Its owner is to be told that it fails. Null: he was, or it is another webhook by now. */
    warn: (userId: string, url: string, warnedPercent: number, now: Date) =>
      update(
        { _id: userId, url, failingSince: { $exists: true }, warnedPercent: { $not: { $gte: warnedPercent } } },
        // The version stays: what `webhook-state` has of it has not changed.
        { $set: { warnedPercent, unpublishedSince: now } },
      ),
    /** Null: the webhook is another by now, or disabled already. */
    disable: (userId: string, url: string, disabledReason: DisabledReason, now: Date) =>
      update(
        { _id: userId, url, disabledAt: { $exists: false } },
        { $set: { disabledAt: now, disabledReason, unpublishedSince: now }, $inc: { version: 1 } },
      ),
    async remove(userId: string): Promise<void> {
      await model.deleteOne({ _id: userId })
    },
    outbox: mongoOutbox(model, { latestLast: true }),
  }
}

/** The fields that go when a webhook is enabled. */
const enabled = {
  failingSince: 1,
  failedOn: 1,
  lastError: 1,
  warnedPercent: 1,
  disabledAt: 1,
  disabledReason: 1,
} as const

/** Neither what is published of it nor its secret has changed. */
const asSeen = ({ _id, version, secret }: Endpoint) => ({
  _id,
  version,
  secret: secret ?? { $exists: false },
})
