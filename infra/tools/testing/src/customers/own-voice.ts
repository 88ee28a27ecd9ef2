import type { UserView } from '@utter/contracts/http/account/user-view'
import { createConnection } from 'mongoose'
import { testStores } from '../setup/stores.ts'
import type { Customer } from './customer.ts'

/** Gives an account an own voice, written into the store: the platform has no vendor with which one could be added. @returns its id */
export async function giveOwnVoice(customer: Customer, voiceId = 'clonedVoice'): Promise<string> {
  const { user } = (await customer.get('/api/auth/me')).body as { user: UserView }
  const voice = {
    userId: user.id,
    place: 0,
    voiceId,
    provider: 'elevenlabs',
    name: 'Mine',
    addedAt: new Date(),
  }
  const { mongoUrl } = await testStores()
  const connection = await createConnection(mongoUrl, { dbName: 'speech' }).asPromise()
  try {
    const voices = connection.collection<{ _id: string }>('voices')
    await voices.replaceOne({ _id: `elevenlabs:${user.id}` }, voice, { upsert: true })
  } finally {
    await connection.close()
  }
  return voiceId
}
