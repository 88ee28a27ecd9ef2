import { createRequire } from 'node:module'
import type { KafkaMessage } from 'kafkajs'

// kafkajs throws when it cannot decode a batch (bytes that rotted, a codec that fails), and the consumer stops for
// good: the partition would stay at that batch for ever. Here the batch becomes one message with the reason, at the
// batch's last offset, and goes to the dead letters. kafkajs has no hook for it, so its decoder is wrapped before it is
// loaded.

/**
 * A message in place of a whole batch: `value` is the batch as the broker stores it, `unreadable` why it could not be
 * decoded.
 */
export type UnreadableBatch = KafkaMessage & { unreadable: string }

export const unreadableReason = (message: KafkaMessage): string | undefined =>
  (message as Partial<UnreadableBatch>).unreadable

type FetchDecoder = { buffer: Buffer; offset: number }
type RecordBatch = { records: unknown[] }
type DecodeBatch = (decoder: FetchDecoder) => Promise<RecordBatch>

/** Places of two fields of a record batch, in bytes from its beginning (Kafka's message format, magic 2). */
const lastOffsetDeltaAt = 23
const maxTimestampAt = 35

function readableAlways(decode: DecodeBatch): DecodeBatch {
  return async (decoder) => {
    const start = decoder.offset
    try {
      return await decode(decoder)
    } catch (error) {
      // The cut-off tail of a fetch: the rest comes with the next one.
      if ((error as Error).name === 'KafkaJSPartialMessageError') throw error
      const batch = decoder.buffer.subarray(start, decoder.offset)
      const message: UnreadableBatch & { batchContext: object; isControlRecord: boolean } = {
        offset: String(batch.readBigInt64BE(0) + BigInt(batch.readInt32BE(lastOffsetDeltaAt))),
        timestamp: String(batch.readBigInt64BE(maxTimestampAt)),
        key: null,
        value: Buffer.from(batch),
        attributes: 0,
        headers: {},
        unreadable: `a batch that cannot be decoded: ${(error as Error).message}`,
        isControlRecord: false,
        batchContext: { inTransaction: false },
      }
      return { records: [message] }
    }
  }
}

/** A mark on the wrapped decoder: where this module is evaluated twice (two test runners in one process), kafkajs' modules are loaded once. */
const wrapped = Symbol.for('utter.readableAlways')
type Decoder = DecodeBatch & { [wrapped]?: true }

const load = createRequire(import.meta.url)
const path = 'kafkajs/src/protocol/recordBatch/v0/decoder'
const decode = load(path) as Decoder
if (!decode[wrapped]) {
  const loaded = load.cache[load.resolve(path)]
  if (typeof decode !== 'function' || !loaded || load.cache[load.resolve('kafkajs')]?.loaded)
    throw new Error('kafkajs has another decoder, or was loaded before: see unreadable-batches.ts')
  loaded.exports = Object.assign(readableAlways(decode), { [wrapped]: true })
}
