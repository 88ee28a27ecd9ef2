import { TransientError } from '@utter/runtime/is-transient'
import { withTimeout } from '@utter/runtime/with-timeout'
import type { Message } from 'kafkajs'
import type { Cluster } from '../cluster/cluster.ts'
import { bytesOf, portions } from './portions.ts'

export type Outgoing = { topic: string; message: Message }
export type Producer = {
  /** Must be called until it has succeeded once; before, nothing is sent. */
  connect(): Promise<void>
  /** Resolves when the brokers have stored all of them. */
  send(messages: Outgoing[]): Promise<void>
  close(): Promise<void>
}

const sendLimitMs = 8_000
/** Messages in the queue; more than this means that the broker is unavailable, and the outbox holds those that are refused. */
const maxWaiting = 5_000

/**
 * A producer with one request in flight: messages that arrive meanwhile go with the next, so that many small sends become few. A request
 * has no more bytes than a broker takes: an outbox of long texts, filled while it was unavailable, would be refused for ever.
 * Never idempotent: kafkajs then reuses a sequence number after a lost reply, and an acknowledged message is lost.
 */
export function openProducer({ kafka, topicName }: Cluster): Producer {
  const producer = kafka.producer({
    idempotent: false,
    allowAutoTopicCreation: false,
    retry: { retries: 2, initialRetryTime: 100, maxRetryTime: 1_000 },
  })
  let isConnected = false
  let waiting: Waiting[] = []
  let count = 0
  let busy: Promise<void> | undefined

  const drain = async () => {
    while (waiting.length > 0) {
      const gathered = waiting
      waiting = []
      count = 0
      for (const round of portions(gathered, ({ messages }) => sizeOf(messages))) await sendRound(round)
    }
    busy = undefined
  }
  const sendRound = async (round: Waiting[]) => {
    try {
      await withTimeout(
        sendLimitMs,
        producer.sendBatch({
          acks: -1,
          timeout: 5_000,
          topicMessages: byTopic(round.flatMap((one) => one.messages)).map(({ topic, messages }) => ({
            topic: topicName(topic),
            messages,
          })),
        }),
        () => new TransientError('the broker did not answer in time'),
      )
      for (const one of round) one.resolve()
    } catch (error) {
      for (const one of round) one.reject(error)
    }
  }
  const sendPortion = (messages: Outgoing[]) =>
    new Promise<void>((resolve, reject) => {
      waiting.push({ messages, resolve, reject })
      // Deferred by one turn, so that messages published in the same tick go together.
      busy ??= Promise.resolve().then(drain)
    })
  return {
    async connect() {
      await producer.connect()
      isConnected = true
    },
    async send(messages) {
      if (!isConnected) throw new TransientError('messages wait for the broker')
      if (count + messages.length > maxWaiting) throw new TransientError('too many messages wait for the broker')
      count += messages.length
      await Promise.all(portions(messages, ({ message }) => bytesOf(message)).map(sendPortion))
    },
    async close() {
      await busy
      await producer.disconnect()
    },
  }
}

type Waiting = { messages: Outgoing[]; resolve: () => void; reject: (error: unknown) => void }
const sizeOf = (messages: Outgoing[]) => messages.reduce((sum, { message }) => sum + bytesOf(message), 0)

function byTopic(messages: Outgoing[]): { topic: string; messages: Message[] }[] {
  const topics = new Map<string, Message[]>()
  for (const { topic, message } of messages) {
    const list = topics.get(topic)
    if (list) list.push(message)
    else topics.set(topic, [message])
  }
  return [...topics].map(([topic, list]) => ({ topic, messages: list }))
}
