import { services } from '@utter/contracts/flow'
import mongoose from 'mongoose'
import type { Stores } from './snapshot.ts'

/** An account before it was deleted: its id, and all values that name it (name, email, code, texts). */
export type Deleted = { userId: string; names: string[]; jobIds: string[] }

/** Collections in which the id of a deleted account may stay, and nothing else of it. */
const mayKeepId = new Set(['billing.ledger', 'account.users', 'account.deleted-mailboxes', 'jobs.allowances'])

/**
 * Remains of a deleted account, in every collection of every service and among the files: nothing may name it, and its
 * id may be only in the ledger, in account's own mark for an hour, with the calls of its free month for a month, and among the ids that each service remembers.
 */
export async function leftOfDeleted(
  { userId, names, jobIds }: Deleted,
  { mongoUrl, audio, databaseOf = (service) => service }: Stores,
): Promise<string[]> {
  const connection = await mongoose.createConnection(mongoUrl, { serverSelectionTimeoutMS: 5_000 }).asPromise()
  const found: string[] = []
  try {
    for (const service of services) {
      const { db } = connection.useDb(databaseOf(service))
      for (const { name } of (await db?.listCollections({}, { nameOnly: true }).toArray()) ?? []) {
        const place = `${service}.${name}`
        const keepsId = name === 'deleted-accounts' || mayKeepId.has(place)
        for await (const document of db?.collection(name).find() ?? []) {
          const text = JSON.stringify(document)
          if (!keepsId && text.includes(userId)) found.push(`${place} has the id of the deleted account`)
          for (const one of names)
            if (text.includes(JSON.stringify(one).slice(1, -1))) found.push(`${place} has ${one}`)
        }
      }
    }
  } finally {
    await connection.close()
  }
  for await (const { name } of audio.list())
    if (jobIds.some((id) => name.startsWith(`${id}.`))) found.push(`the file ${name} is left`)
  return found
}
