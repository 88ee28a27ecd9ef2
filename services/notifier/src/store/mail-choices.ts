import { openModel } from '@utter/storage/model'
import { type Connection, Schema } from 'mongoose'
import type { MailChoice } from '../domain/mail-choice.ts'

export type MailChoiceStore = Awaited<ReturnType<typeof openMailChoices>>

/** How owners want to be told. An account without a document has chosen nothing. */
export async function openMailChoices(connection: Connection) {
  const schema = new Schema<MailChoice>(
    {
      _id: String,
      withoutMail: { type: [String], default: undefined },
      withoutWebhook: { type: [String], default: undefined },
      bouncedEmail: String,
    },
    { versionKey: false },
  )
  const model = await openModel(connection, 'mail-choices', schema)
  return {
    read: (userId: string) => model.findOne({ _id: userId }).lean<MailChoice | null>(),
    set: (userId: string, fields: Partial<Omit<MailChoice, '_id'>>) =>
      model
        .findOneAndUpdate({ _id: userId }, { $set: fields }, { upsert: true, returnDocument: 'after' })
        .lean<MailChoice>(),
    /** Turns the mails of one kind off. */
    async unsubscribe(userId: string, kind: string): Promise<void> {
      await model.updateOne({ _id: userId }, { $addToSet: { withoutMail: kind } }, { upsert: true })
    },
    async remove(userId: string): Promise<void> {
      await model.deleteOne({ _id: userId })
    },
  }
}
