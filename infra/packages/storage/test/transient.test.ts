import { createServer } from 'node:net'
import { isTimeLimit, isTransient } from '@utter/runtime/is-transient'
import { createLog } from '@utter/telemetry/log'
import { openMongoProxy } from '@utter/testing/faults/mongo-proxy'
import { Redis } from 'ioredis'
import mongoose, { mongo } from 'mongoose'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openMongo } from '../src/mongo.ts'
import '../src/redis/open.ts'
import '@utter/testing/setup/provided'

const topology = { error: null } as mongo.TopologyDescription

/** A server's answer as the driver throws it. */
const answered = (code: number, errmsg: string, errorLabels: string[] = []) =>
  new mongo.MongoServerError({ ok: 0, code, errmsg, errorLabels })

test.each<[string, unknown, boolean]>([
  ['no server to choose, thrown by the driver', new mongo.MongoServerSelectionError('x', topology), true],
  ['no server to choose, thrown by mongoose', new mongoose.Error.MongooseServerSelectionError('x'), true],
  ['a connection that broke', new mongo.MongoNetworkError('x'), true],
  ['one of these inside another', new Error('x', { cause: new mongo.MongoNetworkTimeoutError('x') }), true],
  ['a query that had no time left', answered(50, 'operation exceeded time limit'), true],
  ['a primary that stepped down', answered(189, 'x'), true],
  ['an election in the middle of a write', answered(11_602, 'operation was interrupted'), true],
  ['a server that shuts down', answered(11_600, 'interrupted at shutdown'), true],
  ['a router that shuts down', answered(91, 'x'), true],
  ['a server that is no primary', answered(10_107, 'x'), true],
  ['a router that cannot reach its shard', answered(6, 'x'), true],
  ['a read that finds no server to its liking', answered(133, 'x'), true],
  ['a cursor that the next primary does not have', answered(43, 'x'), true],
  ['a query whose plan was killed', answered(175, 'x'), true],
  ['a cursor that was killed', answered(237, 'x'), true],
  ['a time limit of the network between servers', answered(262, 'x'), true],
  ['an answer that the server itself labels retryable', answered(1, 'x', ['RetryableWriteError']), true],
  ['a wrong operator', answered(2, 'unknown operator: $foo'), false],
  ['a missing right, though its words speak of a primary', answered(13, 'not authorized on not primary'), false],
  ['the same code from elsewhere', Object.assign(new Error('x'), { code: 189 }), false],
  ['a duplicate key', answered(11_000, 'E11000 duplicate key error'), false],
  ['a document that is not valid', new mongoose.Error.ValidationError(), false],
])('MongoDB: %s', (_what, error, transient) => {
  expect(isTransient(error)).toBe(transient)
})

test.each([6, 7, 89, 91, 100, 112, 133, 189, 262, 10_107, 11_600, 11_602, 13_435, 13_436])(
  'MongoDB: code %i, of a server that is not the one to ask now, ends by itself',
  (code) => {
    expect(isTransient(answered(code, 'x'))).toBe(true)
  },
)

test.each<[string, Error, boolean]>([
  ['one of the server', answered(50, 'operation exceeded time limit'), true],
  ['one inside another fault', new Error('x', { cause: answered(50, 'x') }), true],
  ['one of the network between servers', answered(262, 'x'), false],
  [
    'a majority that is not there in time',
    new mongo.MongoWriteConcernError({ ok: 1, writeConcernError: { code: 50, errmsg: 'x' } } as never),
    false,
  ],
])('a time limit that a question can have itself: %s', (_what, error, isLimit) => {
  expect([isTransient(error), isTimeLimit(error)]).toEqual([true, isLimit])
})

test.each<[string, Error, boolean]>([
  ['one that is slow', new Error('Command timed out'), true],
  ['one that is unavailable', new Error("Stream isn't writeable and enableOfflineQueue options is false"), true],
  ['one whose connection was closed', new Error('Connection is closed.'), true],
  ['a command that it does not know', new Error("ERR unknown command 'FOO'"), false],
])('Redis: %s', (_what, error, transient) => {
  expect(isTransient(error)).toBe(transient)
})

test('a database that is not there is transient, with the errors that are really thrown', async () => {
  const opening = openMongo('mongodb://127.0.0.1:9', 'nothing', createLog('test', 'silent'), { startLimitMs: 0 })
  const error = await opening.catch((cause: unknown) => cause)
  expect(isTransient(error)).toBe(true)
})

test('several writes at once for which no connection was free are transient, with the error that is really thrown', async () => {
  const client = new mongo.MongoClient(inject('backing').MONGO_URL, { maxPoolSize: 1, waitQueueTimeoutMS: 1 })
  await using _closing = { [Symbol.asyncDispose]: () => client.close() }
  const things = client.db('transient').collection('things')
  const insert = () => things.insertMany(Array.from({ length: 100 }, () => ({})))
  const ends = await Promise.allSettled(Array.from({ length: 20 }, insert))
  const errors = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as Error] : []))
  expect(errors.filter((error) => error instanceof mongo.MongoBulkWriteError).length).toBeGreaterThan(0)
  expect(errors.filter((error) => !isTransient(error))).toEqual([])
})

test.each([
  { code: 64, codeName: 'WriteConcernTimeout' },
  { code: 100, codeName: 'UnsatisfiableWriteConcern' },
])('a write that has no majority ($codeName) is transient, alone and with others', async (fault) => {
  const proxy = await openMongoProxy()
  onTestFinished(proxy.close)
  const client = new mongo.MongoClient(proxy.url)
  await using _closing = { [Symbol.asyncDispose]: () => client.close() }
  const things = client.db('transient').collection<{ _id: string }>('things')
  await things.findOne({})
  proxy.refuseNext(Array.from({ length: 2 }, () => ({ ...fault, ofMajority: true as const })))
  const update = { updateOne: { filter: { _id: 'a' }, update: { $set: { at: 1 } } } }
  const errors = [
    await things.updateOne({ _id: 'a' }, { $set: { at: 1 } }).catch((cause: unknown) => cause),
    await things.bulkWrite([update, update], { ordered: false }).catch((cause: unknown) => cause),
  ]
  expect(errors.map((error) => (error as Error).name)).toEqual(['MongoWriteConcernError', 'MongoBulkWriteError'])
  expect(errors.map(isTransient)).toEqual([true, true])
})

test('several writes at once of which one had a duplicate key are not', async () => {
  const client = new mongo.MongoClient(inject('backing').MONGO_URL)
  await using _closing = { [Symbol.asyncDispose]: () => client.close() }
  const insert = client
    .db('transient')
    .collection<{ _id: string }>('twice')
    .insertMany([{ _id: 'a' }, { _id: 'a' }])
  const error = await insert.catch((cause: unknown) => cause)
  expect([error instanceof mongo.MongoBulkWriteError, isTransient(error)]).toEqual([true, false])
})

test('an operation before a connection stands is transient', async () => {
  const connection = mongoose.createConnection('mongodb://127.0.0.1:9', {
    bufferCommands: false,
    autoCreate: false,
    serverSelectionTimeoutMS: 10,
  })
  connection.asPromise().catch(() => {})
  const things = connection.model('things', new mongoose.Schema({}))
  const error = await things.findOne({}).catch((cause: unknown) => cause)
  await connection.close()
  expect([error instanceof mongoose.Error, isTransient(error)]).toEqual([true, true])
})

test('each fault of a Redis that is not there, or that closes every connection, is transient', async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  for (const options of [
    { enableOfflineQueue: false, lazyConnect: true },
    { maxRetriesPerRequest: 0 },
    { retryStrategy: () => null },
  ]) {
    const redis = new Redis({ port, ...options })
    redis.on('error', () => {})
    const error = await redis.ping().catch((cause: unknown) => cause)
    redis.disconnect()
    expect([options, isTransient(error)]).toEqual([options, true])
  }
  server.close()
})
