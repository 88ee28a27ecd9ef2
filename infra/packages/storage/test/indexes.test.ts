import { randomUUID } from 'node:crypto'
import { createLog } from '@utter/telemetry/log'
import { answerTo, commandOf, lengthOf } from '@utter/testing/commands/mongo-wire'
import { primaryOf, proxyUrl } from '@utter/testing/commands/primary-of'
import { onMessage, openTcpProxy } from '@utter/testing/faults/tcp-proxy'
import { type Connection, type IndexOptions, type mongo, Schema } from 'mongoose'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import '@utter/testing/setup/provided'
import { whenBuilt } from '../src/build-indexes.ts'
import { indexPolicyOf } from '../src/indexes.ts'
import { openModel } from '../src/model.ts'
import { type MongoOptions, openMongo } from '../src/mongo.ts'

const log = createLog('storage', 'silent')
type Thing = { _id: string; name: string; age: number }
type Index = [fields: Record<string, 1 | -1>, options?: IndexOptions]
const require = { indexes: indexPolicyOf({ NODE_ENV: 'production' }) }
const aDatabase = () => `indexes-${randomUUID().slice(0, 8)}`

async function connect(
  database: string,
  { url = inject('backing').MONGO_URL, ...options }: MongoOptions & { url?: string | undefined } = {},
) {
  const { connection, close } = await openMongo(url, database, log, { ...options, monitorCommands: true })
  onTestFinished(close)
  const commands: mongo.Document[] = []
  connection.getClient().on('commandStarted', ({ command }: mongo.CommandStartedEvent) => commands.push(command))
  return { connection, builds: () => commands.filter(({ createIndexes }) => createIndexes) }
}

function openThings(connection: Connection, indexes: Index[]) {
  const schema = new Schema<Thing>({ _id: String, name: String, age: Number }, { versionKey: false })
  for (const [fields, options] of indexes) schema.index(fields, options)
  return openModel(connection, 'things', schema)
}

/** The server behind a proxy that answers some commands in its place. */
async function answering(answers: Record<string, Record<string, unknown>>): Promise<string> {
  const proxy = await openTcpProxy(await primaryOf(inject('backing').MONGO_URL), (client, upstream) => {
    upstream.pipe(client)
    onMessage(client, lengthOf, (message) => {
      const [name = ''] = Object.keys(commandOf(message) ?? {})
      const answer = answers[name]
      if (answer) client.write(answerTo(message, { ok: 1, ...answer }))
      else upstream.write(message)
    })
  })
  onTestFinished(proxy.close)
  return proxyUrl(proxy.port)
}

const isUp = { ismaster: true, minWireVersion: 0, maxWireVersion: 21, maxBsonObjectSize: 16_777_216 }

test('an index is built with the lifetime that it gives to documents', async () => {
  const { connection } = await connect(aDatabase())
  const model = await openThings(connection, [[{ age: 1 }, { expireAfterSeconds: 60 }]])
  expect(await model.collection.indexes()).toContainEqual(
    expect.objectContaining({ name: 'age_1', expireAfterSeconds: 60 }),
  )
})

test('all missing indexes are built in one command, and by a set with a majority of its members', async () => {
  const url = await answering({ isMaster: { ...isUp, setName: 'utter', hosts: ['127.0.0.1:1'] } })
  for (const [address, quorum] of [
    [inject('backing').MONGO_URL, undefined],
    [url, 'majority'],
  ]) {
    const { connection, builds } = await connect(aDatabase(), { url: address })
    await openThings(connection, [[{ name: 1 }], [{ age: -1 }, { unique: true, partialFilterExpression: { age: 3 } }]])
    expect(builds()).toMatchObject([{ indexes: [{ name: 'name_1' }, { name: 'age_-1', unique: true }] }])
    expect(builds()[0]?.commitQuorum).toBe(quorum)
  }
})

test('indexes that are there as they should be are not built again', async () => {
  const database = aDatabase()
  const indexes: Index[] = [
    [{ name: 1, age: -1 }],
    [{ name: 1 }, { name: 'adults', partialFilterExpression: { age: { $exists: true } } }],
  ]
  await openThings((await connect(database)).connection, indexes)
  const { connection, builds } = await connect(database)
  await openThings(connection, indexes)
  expect(builds()).toEqual([])
})

test.for<[string, Index, Index]>([
  ['fields', [{ name: 1 }, { name: 'one' }], [{ age: 1 }, { name: 'one' }]],
  ['an order', [{ name: 1, age: 1 }, { name: 'one' }], [{ age: 1, name: 1 }, { name: 'one' }]],
  ['uniqueness', [{ name: 1 }], [{ name: 1 }, { unique: true }]],
  ['a part', [{ name: 1 }], [{ name: 1 }, { partialFilterExpression: { age: 3 } }]],
])('an index of the same name with %s of its own is named, and nothing is changed', async ([, before, after]) => {
  const database = aDatabase()
  await openThings((await connect(database)).connection, [before])
  const { connection, builds } = await connect(database)
  await expect(openThings(connection, [after])).rejects.toThrow(
    /^The collection things has the indexes \w+ with other fields or options: drop them first, or give what changed a name of its own$/,
  )
  expect(builds()).toEqual([])
})

describe('in production', () => {
  test('indexes are built at the start of a collection that is empty', async () => {
    const { connection } = await connect(aDatabase(), require)
    const model = await openThings(connection, [[{ name: 1, age: -1 }]])
    expect((await model.collection.indexes()).map(({ name }) => name)).toContain('name_1_age_-1')
  })

  test('indexes that a collection with documents lacks are named, and nothing is built by the start', async () => {
    const database = aDatabase()
    await (await openThings((await connect(database)).connection, [])).create({ _id: 'a', name: 'Ada', age: 36 })
    const { connection, builds } = await connect(database, require)
    await expect(openThings(connection, [[{ name: 1 }], [{ age: -1 }]])).rejects.toThrow(
      "The collection things lacks the indexes name_1, age_-1: run the service's build-indexes.ts first",
    )
    expect(builds()).toEqual([])
  })

  test('indexes that the deployment has built let the process start', async () => {
    const database = aDatabase()
    const built = await openThings((await connect(database, { indexes: 'build' })).connection, [[{ name: 1 }]])
    await built.create({ _id: 'a', name: 'Ada', age: 36 })
    await openThings((await connect(database, require)).connection, [[{ name: 1 }]])
  })

  test('an index that is still being built is none', async () => {
    const database = aDatabase()
    await (await openThings((await connect(database)).connection, [])).create({ _id: 'a', name: 'Ada', age: 36 })
    const building = { spec: { v: 2, key: { name: 1 }, name: 'name_1' }, buildUUID: 'a' }
    const cursor = { id: 0, ns: `${database}.things`, firstBatch: [{ v: 2, key: { _id: 1 }, name: '_id_' }, building] }
    const url = await answering({ listIndexes: { cursor } })
    const { connection } = await connect(database, { url, ...require })
    await expect(openThings(connection, [[{ name: 1 }]])).rejects.toThrow('lacks the indexes name_1')
  })
})

describe('a process that waits for the indexes', () => {
  test('begins once another has built them, and builds none itself', async () => {
    const database = aDatabase()
    const builder = await connect(database)
    await openThings(builder.connection, [])
    await builder.connection.collection<Thing>('things').insertOne({ _id: 'a', name: 'a', age: 1 })
    let asked = 0
    const hasAsked = Promise.withResolvers<void>()
    const open = async (connection: Connection) => {
      if (++asked === 2) hasAsked.resolve()
      await openThings(connection, [[{ name: 1 }]])
    }
    const url = inject('backing').MONGO_URL
    const built = whenBuilt(url, database, [open], log, 1)
    await hasAsked.promise
    expect(Object.keys(await builder.connection.collection('things').indexInformation())).toEqual(['_id_'])
    await openThings((await connect(database)).connection, [[{ name: 1 }]])
    await built
  })

  test('waits for nothing where an index has another definition, which no time mends', async () => {
    const database = aDatabase()
    const builder = await connect(database)
    await openThings(builder.connection, [[{ name: 1 }]])
    const open = (connection: Connection) => openThings(connection, [[{ name: 1 }, { unique: true }]])
    const url = inject('backing').MONGO_URL
    await expect(whenBuilt(url, database, [open], log, 1)).rejects.toThrow('with other fields or options')
  })
})
