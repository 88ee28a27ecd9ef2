import { isDuplicate, openModel, unlessThere } from '@utter/storage/model'
import { deleteInPortions } from '@utter/storage/portions'
import { type Connection, Schema } from 'mongoose'

export type Turn = { id: string; message: string; reply: string }
type Conversation = { _id: string; userId: string; turns: Turn[]; expiresAt: Date }
export type ConversationStore = Awaited<ReturnType<typeof openConversations>>

const maxTurns = 10
const dayMs = 24 * 3_600_000
const lifetimeMs = dayMs
/** A turn goes when ten have followed it, or none for a day; and four days for a request that is consumed late. */
const turnKeptMs = maxTurns * lifetimeMs + 4 * dayMs

/** Whether a conversation may still have the turn of a job that ended then. */
export const mayRemember = (endedAt: Date, now: Date): boolean => now.getTime() - endedAt.getTime() < turnKeptMs

/** The last turns of each conversation, for a day after the last of them. */
export async function openConversations(connection: Connection) {
  const schema = new Schema<Conversation>(
    {
      _id: String,
      userId: String,
      turns: [new Schema<Turn>({ id: String, message: String, reply: String }, { _id: false })],
      expiresAt: Date,
    },
    { versionKey: false },
  )
  schema.index({ expiresAt: 1 })
  schema.index({ userId: 1, 'turns.id': 1 })
  const model = await openModel(connection, 'conversations', schema)
  const idOf = (userId: string, sessionId: string) => `${userId}:${sessionId}`

  return {
    async turns(userId: string, sessionId: string, now: Date): Promise<Turn[]> {
      const found = await model
        .findOne({ _id: idOf(userId, sessionId), expiresAt: { $gt: now } })
        .lean<Conversation | null>()
      return found?.turns ?? []
    },
    async remember(userId: string, sessionId: string, turn: Turn, now: Date): Promise<void> {
      const _id = idOf(userId, sessionId)
      // An expired conversation is removed first, or its turns would come back with the new one.
      await model.deleteOne({ _id, expiresAt: { $lte: now } })
      const push = () =>
        model.updateOne(
          { _id, 'turns.id': { $ne: turn.id } },
          {
            $push: { turns: { $each: [turn], $slice: -maxTurns } },
            $set: { userId, expiresAt: new Date(now.getTime() + lifetimeMs) },
          },
          { upsert: true },
        )
      try {
        await push()
      } catch (error) {
        if (!isDuplicate(error)) throw error
        // Another turn inserted the conversation at the same moment, or this turn is a duplicate: the second update matches only the former.
        await push().catch(unlessThere)
      }
    },
    /** A turn goes from whichever conversation of the account remembers it. */
    async removeTurn(userId: string, id: string): Promise<void> {
      await model.updateMany({ userId, 'turns.id': id }, { $pull: { turns: { id } } })
    },
    async removeOf(userId: string): Promise<void> {
      await deleteInPortions<Conversation>(model.collection as never, { userId })
    },
    async removeExpired(now: Date): Promise<void> {
      await deleteInPortions<Conversation>(model.collection as never, { expiresAt: { $lte: now } })
    },
  }
}
