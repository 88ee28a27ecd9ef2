import { createRequire } from 'node:module'

// A fetch that finds nothing is answered after kafkajs' `maxWaitTimeInMs`, which is one number for a consumer's life. A
// short one has it resume paused partitions and end quickly, and is a quarter of what an idle platform uses, brokers
// included. Here a consumer that has consumed nothing for a while waits longer; messages that are published meanwhile
// are fetched as quickly, since the broker answers at once. An answer has a batch for each partition, which kafkajs
// hands around though there is nothing in it; those are dropped here.

type Batch = { rawMessages: unknown[] }
type ConsumerGroup = {
  maxWaitTime: number
  sessionTimeout: number
  subscriptionState: { paused(): unknown[] }
  fetch(nodeId: string): Promise<Batch[]>
}

/** Time without a message after which a consumer is idle, in ms. */
const idleAfterMs = 5_000
/** How long an idle consumer's fetch waits, in ms: its end, and a rebalance that others begin, may wait as long. */
const idleWaitMs = 1_000
/** Heartbeats are sent between two fetches, and a session must see several. */
const minFetchesASession = 10

type Waits = { usualMs: number; consumedAtMs: number }
const waitsOf = new WeakMap<ConsumerGroup, Waits>()

/** A mark on the method: where this module is evaluated twice (two test runners in one process), kafkajs' modules are loaded once. */
const longer = Symbol.for('utter.idleFetches')

const { prototype } = createRequire(import.meta.url)('kafkajs/src/consumer/consumerGroup') as {
  prototype: ConsumerGroup & { [longer]?: true }
}
if (!prototype.fetch) throw new Error('kafkajs has another consumer group: see idle-fetches.ts')

if (!prototype[longer]) {
  prototype[longer] = true
  const { fetch } = prototype
  prototype.fetch = async function (this: ConsumerGroup, nodeId) {
    const waits = waitsOf.get(this) ?? { usualMs: this.maxWaitTime, consumedAtMs: performance.now() }
    waitsOf.set(this, waits)
    // A partition that is paused has messages, and is resumed as soon as there is room.
    const isIdle = performance.now() - waits.consumedAtMs > idleAfterMs && this.subscriptionState.paused().length === 0
    const longestMs = Math.min(idleWaitMs, this.sessionTimeout / minFetchesASession)
    this.maxWaitTime = isIdle ? Math.max(longestMs, waits.usualMs) : waits.usualMs
    const batches = (await fetch.call(this, nodeId)).filter(({ rawMessages }) => rawMessages.length > 0)
    if (batches.length > 0) waits.consumedAtMs = performance.now()
    return batches
  }
}
