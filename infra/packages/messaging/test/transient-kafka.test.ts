import { isTransient } from '@utter/runtime/is-transient'
import { expect, test } from 'vitest'
import { kafkajs } from '../src/kafkajs/kafkajs.ts'
import '../src/open.ts'

const unreached = new kafkajs.KafkaJSConnectionError('connect ECONNREFUSED', { broker: 'localhost:9092' })

test.each<[string, Error, boolean]>([
  [
    'brokers that are unavailable',
    new kafkajs.KafkaJSNumberOfRetriesExceeded(unreached, { retryCount: 6, retryTime: 1 }),
    true,
  ],
  ['a connection that broke', unreached, true],
  ['several at once', new kafkajs.KafkaJSAggregateError('x', [unreached]), true],
  ['one of these inside another', new Error('x', { cause: unreached }), true],
  ['a fault of ours', new TypeError('undefined is not a function'), false],
])('%s', (_what, error, transient) => {
  expect(isTransient(error)).toBe(transient)
})
