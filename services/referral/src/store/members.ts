import { randomUUID } from 'node:crypto'
import { isDuplicate, openModel } from '@utter/storage/model'
import { mongoOutbox } from '@utter/storage/mongo-outbox'
import { type Connection, Schema } from 'mongoose'
import { type Member, newCode } from '../domain/member.ts'
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
      brought: [String],
      referralCount: Number,
      bonusCallsEarned: Number,
      version: Number,
      unpublishedSince: Date,
    },
    { versionKey: false },
  )
  schema.index({ code: 1 }, { unique: true })
  schema.index({ brought: 1 })
  schema.index({ unpublishedSince: 1 }, { partialFilterExpression: { unpublishedSince: { $exists: true } } })
  const model = await openModel(connection, 'members', schema)
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
    /** Counts a friend once, however often it is called, with the bonus of its milestone; null when the friend has counted already. */
    async bring(id: string, friend: string, now: Date): Promise<Member | null> {
      for (;;) {
        const member = await model.findById(id).lean<Member | null>()
        if (!member || member.brought.includes(friend)) return null
        const referralCount = member.referralCount + 1
        const counted = await model
          .findOneAndUpdate(
            { _id: id, referralCount: member.referralCount, brought: { $ne: friend } },
            {
              $push: { brought: friend },
              $inc: { version: 1 },
              $set: { referralCount, bonusCallsEarned: bonusCallsFor(referralCount), unpublishedSince: now },
            },
            { returnDocument: 'after' },
          )
          .lean<Member | null>()
        // Null: another friend was counted meanwhile, or the same one.
        if (counted) return counted
      }
    },
    /** Remembers a browser of the account. Nothing is published: nobody else has to know it. */
    async seenIn(id: string, device: string): Promise<void> {
      await model.updateOne(
        { _id: id, devices: { $ne: device } },
        { $push: { devices: { $each: [device], $slice: -maxDevices } } },
      )
    },
    /** Marks an account as one whose referral is decided. */
    async settled(id: string): Promise<void> {
      await model.updateOne({ _id: id }, { $unset: { referredBy: 1 } })
    },
    /** Removes a member. For those that it counts for a friend that has no name is left in its place: what they earned stays. */
    async remove(id: string): Promise<void> {
      await model.updateMany({ brought: id }, { $set: { 'brought.$': randomUUID() } })
      await model.deleteOne({ _id: id })
    },
    outbox: mongoOutbox(model, { latestLast: true }),
  }
}
