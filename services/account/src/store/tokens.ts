import { openModel } from '@utter/storage/model'
import { deleteInPortions } from '@utter/storage/portions'
import { type Connection, Schema } from 'mongoose'
import type { Token } from '../domain/token.ts'

export type TokenStore = Awaited<ReturnType<typeof openTokens>>

export async function openTokens(connection: Connection) {
  const schema = new Schema<Token>(
    {
      _id: String,
      id: String,
      userId: String,
      kind: String,
      name: String,
      scopes: [String],
      // Absent in the tokens of before: `Grant`.
      addedScopes: { type: [String], default: undefined },
      createdAt: Date,
      usedAt: Date,
      expiresAt: Date,
      start: String,
      networks: { type: [String], default: undefined },
      rate: Number,
      monthlyCap: Number,
      generation: Number,
      address: String,
      client: String,
      signedInBy: String,
      verifiedAt: Date,
    },
    { versionKey: false },
  )
  schema.index({ userId: 1, kind: 1, id: 1 })
  schema.index({ userId: 1, usedAt: -1 })
  schema.index({ userId: 1, kind: 1, createdAt: 1 })
  schema.index({ expiresAt: 1 })
  const model = await openModel(connection, 'tokens', schema)
  return {
    insert: (token: Token) => model.create(token),
    read: (hash: string) => model.findById(hash).lean<Token | null>(),
    bySession: (userId: string, id: string) => model.findOne({ userId, id, kind: 'session' }).lean<Token | null>(),
    /** The secrets of one key: the present one, and those that a reroll has replaced. */
    ofKey: (userId: string, id: string) => model.find({ userId, id, kind: 'key' }).lean<Token[]>(),
    keysOf: (userId: string) => model.find({ userId, kind: 'key' }).sort({ createdAt: 1 }).lean<Token[]>(),
    ofUser: (userId: string) => model.find({ userId }).sort({ usedAt: -1 }).lean<Token[]>(),
    async used(hash: string, at: Date, expiresAt: Date | undefined): Promise<void> {
      await model.updateOne({ _id: hash }, { $set: { usedAt: at, ...(expiresAt && { expiresAt }) } })
    },
    verified: (userId: string, id: string, at: Date) =>
      model
        .findOneAndUpdate({ userId, id, kind: 'session' }, { $set: { verifiedAt: at } }, { returnDocument: 'after' })
        .lean<Token | null>(),
    async keyUsed(userId: string, id: string, at: Date): Promise<void> {
      await model.updateMany({ userId, kind: 'key', id }, { $max: { usedAt: at } })
    },
    async endAt(hash: string, expiresAt: Date): Promise<void> {
      await model.updateOne({ _id: hash }, { $set: { expiresAt } })
    },
    async remove(hash: string): Promise<void> {
      await model.deleteOne({ _id: hash })
    },
    async removeExpired(now: Date): Promise<void> {
      await deleteInPortions<Token>(model.collection as never, { expiresAt: { $lt: now } })
    },
  }
}
