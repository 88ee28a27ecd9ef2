import { mongo } from 'mongoose'
import { expect, inject, onTestFinished, test } from 'vitest'
import '../src/setup/provided.ts'
import { answerTo, commandOf, lengthOf, withBatchSize } from '../src/commands/mongo-wire.ts'
import { watchCommands } from '../src/commands/watch-commands.ts'
import { startWatchedMongo } from '../src/commands/watched-mongo.ts'
import { nameOfDatabase } from '../src/setup/databases.ts'

async function openWatched() {
  const watched = await watchCommands(inject('backing').MONGO_URL)
  const client = new mongo.MongoClient(watched.url, { monitorCommands: true })
  onTestFinished(() => client.close())
  const commands: string[] = []
  client.on('commandStarted', ({ commandName }) => commands.push(commandName))
  return {
    watched,
    commands,
    things: client.db(nameOfDatabase('watched')).collection<{ _id: number; a?: unknown }>('things'),
  }
}

test('every cursor reads more than one batch, and reads all of it', async () => {
  const { things, commands, watched } = await openWatched()
  const all = Array.from({ length: 5 }, (_, _id) => ({ _id, a: { b: 1.5 } }))
  await things.insertMany(all)
  expect(await things.find().sort({ _id: 1 }).toArray()).toEqual(all)
  expect(await things.find().sort({ _id: 1 }).limit(3).toArray()).toEqual(all.slice(0, 3))
  expect(await things.aggregate([{ $match: {} }, { $sort: { _id: 1 } }]).toArray()).toEqual(all)
  expect(await things.findOne({ _id: 3 })).toEqual(all[3])
  expect(commands.filter((name) => name === 'getMore').length).toBeGreaterThanOrEqual(3)
  await watched.close()
})

test('a cursor of an aggregation is given its size in the document that the driver leaves empty', () => {
  const command = { aggregate: 'things', pipeline: [{ $match: { n: 1.5 } }], cursor: {}, $db: 'any' }
  const message = withBatchSize(answerTo(Buffer.alloc(16), command), command, 2)
  expect(message.length).toBe(lengthOf(message))
  expect(commandOf(message)).toEqual({ ...command, cursor: { batchSize: 2 } })
})

test('a command that breaks the rule is an error that names it, reaches no server, and fails the run', async () => {
  const { things, watched } = await openWatched()
  await things.insertOne({ _id: 1, a: 1 })
  const refusal = 'update of things: null is written to a'
  await expect(things.updateOne({ _id: 1 }, { $set: { a: null } })).rejects.toThrow(`the rule for commands: ${refusal}`)
  await expect(things.insertMany([{ _id: 2 }, { _id: 3, a: null }])).rejects.toThrow('insert of things')
  expect(await things.find().toArray()).toEqual([{ _id: 1, a: 1 }])
  expect(watched.refused()).toHaveLength(2)
  await expect(watched.close()).rejects.toThrow(refusal)
})

test('on a thread of its own it does the same: a command is refused, and its end says which', async () => {
  const watched = await startWatchedMongo(inject('backing').MONGO_URL)
  const client = new mongo.MongoClient(watched.url)
  onTestFinished(() => client.close())
  const things = client.db(nameOfDatabase('watched')).collection<{ _id: string; a?: unknown }>('on a thread')
  await things.insertOne({ _id: 'first', a: 1 })
  expect(await things.findOne({ _id: 'first' })).toEqual({ _id: 'first', a: 1 })
  const refusal = 'insert of on a thread: null is written to a'
  await expect(things.insertOne({ _id: 'second', a: null })).rejects.toThrow(refusal)
  await expect(watched.close()).rejects.toThrow(refusal)
})
