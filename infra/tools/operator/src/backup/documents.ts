import { duplicatesOf } from '@utter/storage/model'
import type { mongo } from 'mongoose'
import type { DocumentLine } from './backup-file.ts'
import { databaseNames, databases, deletedAccounts, isCopied } from './databases.ts'
import { type Moment, restored } from './restored-document.ts'

const batchSize = 200

type Client = Pick<mongo.MongoClient, 'db'>
type Stored = mongo.Document & { _id: string }

/** Every document, each whole, in the order that `databases` has and gives reasons for. */
export async function* readDocuments(client: Client): AsyncGenerator<DocumentLine> {
  for (const database of databaseNames)
    for (const collection of await collectionsOf(client, database)) {
      // Numbers keep their type: a copy is the same byte by byte.
      const found = client.db(database).collection(collection).find({}, { promoteValues: false })
      for await (const document of found) yield { in: `${database}.${collection}`, document }
    }
}

/** Whether any database of the platform has a document. */
export async function isEmpty(client: Client): Promise<boolean> {
  for (const database of databaseNames)
    for (const collection of await collectionsOf(client, database))
      if (
        await client
          .db(database)
          .collection(collection)
          .findOne({}, { projection: { _id: 1 } })
      )
        return false
  return true
}

/** Removes every document but the ids of deleted accounts; collections and indexes stay. @returns those ids */
export async function removeDocuments(client: Client): Promise<Set<string>> {
  const deleted = new Set<string>()
  for (const database of databaseNames)
    for (const collection of await collectionsOf(client, database)) {
      const documents = client.db(database).collection<Stored>(collection)
      if (collection !== deletedAccounts) await documents.deleteMany({})
      else for await (const { _id } of documents.find({}, { projection: { _id: 1 } })) deleted.add(_id)
    }
  return deleted
}

/** Has the services erase these accounts again, from what is restored of them. */
export async function eraseAgain(client: Client, now: Date): Promise<void> {
  for (const database of databaseNames)
    if ((await collectionsOf(client, database)).includes(deletedAccounts))
      await client
        .db(database)
        .collection(deletedAccounts)
        .updateMany({}, { $set: { eraseAt: now } })
}

/** Restores documents, each over the one of its id. @returns `database.collection id` of those that a unique index had no place for */
export function createRestorer(client: Client, moment: Moment) {
  let name = ''
  let batch: Stored[] = []
  const leftOut: string[] = []

  async function write(): Promise<void> {
    const [database = '', collection = ''] = split(name)
    const documents = batch
    batch = []
    if (documents.length === 0) return
    try {
      await client
        .db(database)
        .collection<Stored>(collection)
        .bulkWrite(
          documents.map((document) => ({
            replaceOne: { filter: keyOf(document), replacement: document, upsert: true },
          })),
          { ordered: false },
        )
    } catch (error) {
      const duplicates = duplicatesOf(error)
      if (!duplicates) throw error
      leftOut.push(...[...duplicates].map((index) => `${name} ${documents[index]?._id}`))
    }
  }
  return {
    async add({ in: place, document }: DocumentLine): Promise<void> {
      if (place !== name || batch.length === batchSize) await write()
      name = place
      const one = restored(place, document, moment)
      if (one) batch.push(one as Stored)
    },
    async end(): Promise<string[]> {
      await write()
      return leftOut
    },
  }
}

async function collectionsOf(client: Client, database: keyof typeof databases): Promise<string[]> {
  const found = await client.db(database).listCollections({}, { nameOnly: true }).toArray()
  const names = found.map(({ name }) => name).filter(isCopied)
  const first = databases[database].filter((name) => names.includes(name))
  return [...first, ...names.filter((name) => !first.includes(name)).sort()]
}

/** A collection's name may have dots, a database's none. */
const split = (name: string) => [name.slice(0, name.indexOf('.')), name.slice(name.indexOf('.') + 1)]

/** With the shard key, where a document has one. */
const keyOf = ({ _id, userId }: Stored) => ({ _id, ...(userId !== undefined && { userId }) })
