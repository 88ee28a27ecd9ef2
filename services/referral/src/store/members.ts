import { isDuplicate, openModel } from '@utter/storage/model'
import { mongoOutbox } from '@utter/storage/mongo-outbox'
import { type Connection, Schema } from 'mongoose'
import { type Member, newCode } from '../domain/member.ts'

export type MemberStore = Awaited<ReturnType<typeof openMembers>>

export async function openMembers(connection: Connection) {
  const schema = new Schema<Member>(
    {
      _id: String,
      code: String,
      mailbox: String,
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
  schema.index({ unpublishedSince: 1 }, { partialFilterExpression: { unpublishedSince: { $exists: true } } })
  const model = await openModel(connection, 'members', schema)
  return {
    read: (id: string) => model.findById(id).lean<Member | null>(),
    byCode: (code: string) => model.findOne({ code: code.toUpperCase() }).lean<Member | null>(),
    /** Inserts a member with a code of its own. Null when the account is one already. */
    async begin(id: string, mailbox: string, referredBy: string | undefined, now: Date): Promise<Member | null> {
      for (;;) {
        if (await model.exists({ _id: id })) return null
        const member: Member = {
          _id: id,
          code: newCode(),
          mailbox,
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
    /** Counts a friend once, however often it is called; null when the friend has counted already. */
    bring: (id: string, friend: string, now: Date) =>
      model
        .findOneAndUpdate(
          { _id: id, brought: { $ne: friend } },
          { $push: { brought: friend }, $inc: { referralCount: 1, version: 1 }, $set: { unpublishedSince: now } },
          { returnDocument: 'after' },
        )
        .lean<Member | null>(),
    /** Marks an account as one whose referral is decided. */
    async settled(id: string): Promise<void> {
      await model.updateOne({ _id: id }, { $unset: { referredBy: 1 } })
    },
    outbox: mongoOutbox(model, { latestLast: true }),
  }
}
