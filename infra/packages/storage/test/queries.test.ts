import { randomUUID } from 'node:crypto'
import { createLog } from '@utter/telemetry/log'
import { type Connection, type mongo, Schema } from 'mongoose'
import { expect, inject, onTestFinished, test } from 'vitest'
import '@utter/testing/setup/provided'
import { maxTimeMs } from '../src/max-time.ts'
import { openModel } from '../src/model.ts'
import { openMongo } from '../src/mongo.ts'

const log = createLog('storage', 'silent')
type Thing = { _id: string; name: string; age: number }

const aDatabase = () => `questions-${randomUUID().slice(0, 8)}`
async function connect(database: string): Promise<Connection> {
  const mongo = await openMongo(inject('backing').MONGO_URL, database, log, { monitorCommands: true })
  onTestFinished(() => mongo.close())
  return mongo.connection
}
const openThings = (connection: Connection) =>
  openModel(connection, 'things', new Schema<Thing>({ _id: String, name: String, age: Number }, { versionKey: false }))

/** The commands that the server is sent, with what the driver adds. */
function watch(connection: Connection): mongo.Document[] {
  const commands: mongo.Document[] = []
  connection.getClient().on('commandStarted', ({ command }: mongo.CommandStartedEvent) => commands.push(command))
  return commands
}

test('each query has an end at the server, by mongoose and by the native collection, and reads see what the majority has', async () => {
  const connection = await connect(aDatabase())
  const model = await openThings(connection)
  const things = model.collection
  const commands = watch(connection)
  await model.create({ _id: 'a', name: 'Ada', age: 36 })
  await things.insertOne({ _id: 'b' as never, name: 'Bob', age: 3 })
  await model.insertMany([{ _id: 'c', name: 'Cy', age: 9 }])
  await model.find({ name: 'Ada' }).sort({ age: 1 }).lean()
  await model.findOne({ name: 'Ada' }).lean()
  await things.findOne({ _id: 'a' as never })
  await model.countDocuments({ age: 3 })
  await model.distinct('name')
  await model.aggregate([{ $match: { age: 3 } }])
  for await (const _ of model.find().lean().cursor());
  await model.updateOne({ _id: 'a' }, { age: 37 })
  await things.updateMany({ age: 3 }, { $set: { age: 4 } })
  await things.findOneAndUpdate({ _id: 'a' as never }, { $inc: { age: 1 } })
  await things.bulkWrite([{ updateOne: { filter: { _id: 'a' as never }, update: { $set: { age: 1 } } } }])
  await model.deleteOne({ _id: 'c' })
  await things.deleteMany({ age: 4 })
  expect(commands.length).toBeGreaterThanOrEqual(16)
  // A cursor's time is that of all its batches, and MongoDB takes none with the later ones.
  expect(commands.filter((command) => command.maxTimeMS !== (command.getMore ? undefined : maxTimeMs))).toEqual([])
  const reads = commands.filter(({ find, aggregate, distinct }) => find ?? aggregate ?? distinct)
  expect(reads.filter(({ readConcern }) => readConcern?.level !== 'majority')).toEqual([])
  const writes = commands.filter(({ insert, update, findAndModify }) => insert ?? update ?? findAndModify)
  expect(writes.filter(({ writeConcern }) => writeConcern?.w !== 'majority')).toEqual([])
})

test('a query may have a time of its own', async () => {
  const connection = await connect(aDatabase())
  const model = await openThings(connection)
  const commands = watch(connection)
  await model.find().maxTimeMS(60_000).lean()
  expect(commands[0]).toMatchObject({ find: 'things', maxTimeMS: 60_000 })
})
