import { randomUUID } from 'node:crypto'
import { isDuplicate, openModel } from '@utter/storage/model'
import { mongoOutbox } from '@utter/storage/mongo-outbox'
import { type Connection, type QueryFilter, Schema, type UpdateQuery } from 'mongoose'
import { type Member, maxUnpaid, newCode } from '../domain/member.ts'
import { bonusCallsFor } from '../domain/milestones.ts'

export type MemberStore = Awaited<ReturnType<typeof openMembers>>

/** Browsers of one account that are remembered; past it the oldest is forgotten. */
const maxDevices = 20

type NewMember = { id: string; mailbox: string; referredBy?: string | undefined; device?: string | undefined }

export async function openMembers(connection: Connection) {
  const schema = new Schema<Member>(
    {
      _id: String,
      code: String,
      mailbox: String,
      devices: { type: [String], default: undefined },
      referredBy: String,
      hasCompleted: Boolean,
      countedAt: Date,
      brought: [String],
      unpaid: { type: [String], default: undefined },
      referralCount: Number,
      bonusCallsEarned: Number,
      version: Number,
      unpublishedSince: Date,
    },
    { versionKey: false },
  )
  schema.index({ code: 1 }, { unique: true })
  schema.index({ brought: 1 })
  schema.index({ unpaid: 1 }, { sparse: true })
  schema.index({ unpublishedSince: 1 }, { partialFilterExpression: { unpublishedSince: { $exists: true } } })
  const model = await openModel(connection, 'members', schema)
  /**
   * Counts one friend more or fewer, with the bonus of the milestones that follow.
   * @param by what the friend changes, by the member as read; else the result in place of a change
   */
  async function recount<Otherwise extends string = never>(
    filter: QueryFilter<Member>,
    by: (member: Member) => 1 | -1 | null | Otherwise,
    update: UpdateQuery<Member>,
    now: Date,
  ): Promise<Member | null | Otherwise> {
    for (;;) {
      const member = await model.findOne(filter).lean<Member | null>()
      const change = member && by(member)
      if (!member || typeof change !== 'number') return change as null | Otherwise
      const referralCount = member.referralCount + change
      const counted = await model
        .findOneAndUpdate(
          { _id: member._id, version: member.version, unpaid: member.unpaid ?? { $exists: false } },
          {
            ...update,
            $inc: { version: 1 },
            $set: { referralCount, bonusCallsEarned: bonusCallsFor(referralCount), unpublishedSince: now },
          },
          { returnDocument: 'after' },
        )
        .lean<Member | null>()
      // Null: another friend was counted meanwhile, or the same one.
      if (counted) return counted
    }
  }

  return {
    read: (id: string) => model.findById(id).lean<Member | null>(),
    byCode: (code: string) => model.findOne({ code: code.toUpperCase() }).lean<Member | null>(),
    /** Inserts a member with a code of its own. Null when the account is one already. */
    async begin({ id, mailbox, referredBy, device }: NewMember, now: Date): Promise<Member | null> {
      for (;;) {
        if (await model.exists({ _id: id })) return null
        const member: Member = {
          _id: id,
          code: newCode(),
          mailbox,
          ...(device && { devices: [device] }),
          ...(referredBy && { referredBy }),
          brought: [],
          referralCount: 0,
          bonusCallsEarned: 0,
          version: 1,
          unpublishedSince: now,
        }
        try {
          await model.create(member)
          return member
        } catch (error) {
          // Either the code is taken, or the account was inserted meanwhile: the next turn finds out.
          if (!isDuplicate(error)) throw error
        }
      }
    },
    /** Marks an account that has completed a job. Null: it is no member yet. */
    completed: (id: string) =>
      model
        .findOneAndUpdate({ _id: id }, { $set: { hasCompleted: true } }, { returnDocument: 'after' })
        .lean<Member | null>(),
    /** Counts a friend once, however often it is called, with the bonus of its milestone; null when the friend has counted already. */
    bring: (id: string, friend: string, hasPaid: boolean, now: Date): Promise<Member | null | 'no room'> =>
      recount(
        { _id: id },
        ({ brought, unpaid = [] }) => {
          if (brought.includes(friend)) return null
          return hasPaid || unpaid.length < maxUnpaid ? 1 : 'no room'
        },
        { $push: { brought: friend, ...(!hasPaid && { unpaid: friend }) } },
        now,
      ),
    /** A friend who counted counts no more. @returns the member for whom; null for none */
    takeBack: (friend: string, now: Date): Promise<Member | null> =>
      recount<never>({ brought: friend }, () => -1, { $pull: { brought: friend, unpaid: friend } }, now),
    /** A friend who has paid leaves room for another who has not. */
    async paid(friend: string): Promise<void> {
      await model.updateOne({ unpaid: friend }, { $pull: { unpaid: friend } })
    },
    /** Remembers a browser of the account. Nothing is published: nobody else has to know it. */
    async seenIn(id: string, device: string): Promise<void> {
      await model.updateOne(
        { _id: id, devices: { $ne: device } },
        { $push: { devices: { $each: [device], $slice: -maxDevices } } },
      )
    },
    /** Marks an account as one whose referral is decided, and when it counted, if it does. */
    async settled(id: string, countedAt?: Date): Promise<void> {
      await model.updateOne({ _id: id }, { $unset: { referredBy: 1 }, ...(countedAt && { $set: { countedAt } }) })
    },
    /** Removes a member. For those that it counts for a friend that has no name is left in its place: what they earned stays. */
    async remove(id: string): Promise<void> {
      const nameless = randomUUID()
      await model.updateMany({ unpaid: id }, { $set: { 'unpaid.$': nameless } })
      await model.updateMany({ brought: id }, { $set: { 'brought.$': nameless } })
      await model.deleteOne({ _id: id })
    },
    outbox: mongoOutbox(model, { latestLast: true }),
  }
}
