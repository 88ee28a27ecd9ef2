import { openMongo } from '@utter/storage/mongo'
import { createLog } from '@utter/telemetry/log'
import { expect, test } from 'vitest'
import { isPassing } from '../src/is-passing.ts'

const named = (name: string, message = '') => Object.assign(new Error(message), { name })

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
  ['a duplicate key', Object.assign(named('MongoServerError'), { code: 11_000 }), false],
  ['a fault of ours', new TypeError('undefined is not a function'), false],
  ['what is no error', 'ECONNREFUSED', false],
])('%s', (_what, error, passes) => {
  expect(isPassing(error)).toBe(passes)
})

test('a database that is not there, as it is really told', async () => {
  const error = await openMongo('mongodb://127.0.0.1:9', 'nothing', createLog('test', 'silent')).catch((cause) => cause)
  expect(isPassing(error)).toBe(true)
})
