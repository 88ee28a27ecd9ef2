import { maxOwnVoices } from '@utter/contracts/plans'
import { isDuplicate, openModel } from '@utter/storage/model'
import { deleteInPortions } from '@utter/storage/portions'
import { type Connection, Schema } from 'mongoose'
import type { OwnVoice, OwnVoices } from '../domain/voice.ts'

/** `place`: 0 to 49, each once an account, so that requests at once do not pass the limit together. */
type Stored = OwnVoice & { _id: string; place: number }

const places = Array.from({ length: maxOwnVoices }, (_, place) => place)

export type OwnVoiceStore = OwnVoices & {
  /**
   * Binds a voice to an account. Once more by the same account changes nothing but its name.
   * @param max that the account may have now; those that it has stay where it is fewer
   * @returns `taken`: it is another account's; `full`: the account has as many as it may have
   */
  add(voice: OwnVoice, max: number): Promise<'added' | 'taken' | 'full'>
  /** The account's voices, oldest first. */
  list(userId: string): Promise<OwnVoice[]>
  /** @returns false when the account has no such voice */
  remove(userId: string, voiceId: string): Promise<boolean>
  removeOf(userId: string): Promise<void>
}

/** Voices that one account of ours has as its own: a document each, so that no two have the same voice of a vendor. */
export async function openOwnVoices(connection: Connection): Promise<OwnVoiceStore> {
  const schema = new Schema<Stored>(
    {
      _id: String,
      userId: String,
      place: Number,
      voiceId: String,
      provider: String,
      name: String,
      addedAt: Date,
      blend: { type: [{ _id: false, voiceId: String, weight: Number }], default: undefined },
      traits: Object,
    },
    { versionKey: false },
  )
  schema.index({ userId: 1, place: 1 }, { unique: true })
  schema.index({ userId: 1, voiceId: 1 })
  const model = await openModel(connection, 'voices', schema)
  return {
    async add(voice, max) {
      const _id = `${voice.provider}:${voice.voiceId}`
      const renamed = await model.updateOne({ _id, userId: voice.userId }, { $set: { name: voice.name } })
      if (renamed.matchedCount > 0) return 'added'
      for (;;) {
        const held = await model.find({ userId: voice.userId }, { place: 1 }).lean<Stored[]>()
        // The lowest free places, as many as are left: requests at once choose among the same.
        const free = places
          .filter((place) => !held.some((one) => one.place === place))
          .slice(0, Math.max(0, max - held.length))
        // Any of them: they seldom choose the same one.
        const place = free[Math.floor(Math.random() * free.length)]
        if (place === undefined) return 'full'
        try {
          await model.create({ _id, ...voice, place })
          return 'added'
        } catch (error) {
          if (!isDuplicate(error)) throw error
          if (await model.exists({ _id })) return 'taken'
        }
      }
    },
    async list(userId) {
      const voices = await model.find({ userId }, { _id: 0, place: 0 }).lean<OwnVoice[]>()
      return voices.sort((one, other) => one.addedAt.getTime() - other.addedAt.getTime())
    },
    remove: async (userId, voiceId) => (await model.deleteOne({ userId, voiceId })).deletedCount > 0,
    async removeOf(userId) {
      await deleteInPortions<Stored>(model.collection as never, { userId })
    },
    find: async (userId, voiceId) =>
      (await model.findOne({ userId, voiceId }, { _id: 0, place: 0 }).lean<OwnVoice | null>()) ?? undefined,
  }
}
