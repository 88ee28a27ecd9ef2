import { openMongo } from '@utter/storage/mongo'
import { createLog } from '@utter/telemetry/log'
import { mongo } from 'mongoose'
import { expect, test } from 'vitest'
import { isTransient } from '../src/is-transient.ts'

const named = (name: string, message = '') => Object.assign(new Error(message), { name })

/** An answer of a server, as the driver tells it. */
const answered = (code: number, errmsg: string, errorLabels: string[] = []) =>
  new mongo.MongoServerError({ ok: 0, code, errmsg, errorLabels })

test.each<[string, unknown, boolean]>([
  ['no server to choose, as the driver says it', named('MongoServerSelectionError'), true],
  ['no server to choose, as mongoose says it', named('MongooseServerSelectionError'), true],
  ['a connection that broke', named('MongoNetworkError'), true],
  ['a broker that is away', named('KafkaJSNumberOfRetriesExceeded'), true],
  ['a Redis that is slow', new Error('Command timed out'), true],
  ['a Redis that is away', new Error("Stream isn't writeable and enableOfflineQueue options is false"), true],
  ['a port that nobody listens on', Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), true],
  ['a full disk', Object.assign(new Error('x'), { code: 'ENOSPC' }), true],
  ['a deadline', named('TimeoutError'), true],
  ['one of these inside another', new Error('x', { cause: named('MongoNetworkTimeoutError') }), true],
  ['a question that had no time left', answered(50, 'operation exceeded time limit'), true],
  ['a primary that stepped down', answered(189, 'x'), true],
  ['an election in the middle of a write', answered(11_602, 'operation was interrupted'), true],
  ['a server that shuts down', answered(11_600, 'interrupted at shutdown'), true],
  ['a router that shuts down', answered(91, 'x'), true],
  ['a server that is no primary', answered(10_107, 'x'), true],
  ['a router that cannot reach its shard', answered(6, 'x'), true],
  ['a read that finds no server to its liking', answered(133, 'x'), true],
  ['a time limit of the network between servers', answered(262, 'x'), true],
  ['what the server itself calls retryable', answered(1, 'x', ['RetryableWriteError']), true],
  ['a wrong operator', answered(2, 'unknown operator: $foo'), false],
  ['a missing right, though its words speak of a primary', answered(13, 'not authorized on not primary'), false],
  ['the same code from elsewhere', Object.assign(new Error('x'), { code: 189 }), false],
  ['a duplicate key', Object.assign(named('MongoServerError'), { code: 11_000 }), false],
  ['a fault of ours', new TypeError('undefined is not a function'), false],
  ['what is no error', 'ECONNREFUSED', false],
])('%s', (_what, error, passes) => {
  expect(isTransient(error)).toBe(passes)
})

test('a database that is not there, as it is really told', async () => {
  const error = await openMongo('mongodb://127.0.0.1:9', 'nothing', createLog('test', 'silent')).catch((cause) => cause)
  expect(isTransient(error)).toBe(true)
})
