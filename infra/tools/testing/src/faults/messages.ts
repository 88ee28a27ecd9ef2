import { topicsOf } from '@utter/contracts/event'
import { flow } from '@utter/contracts/flow'
import { openDeadLetterOffice } from '@utter/messaging/dead-letters/dead-letter-office'
import { openRawMessages, type RawMessage } from '@utter/messaging/kafkajs/raw-messages'
import { eventually } from '../eventually.ts'
import { testTarget } from '../setup/operator.ts'

/** A message of the platform under test, with its offset and its envelope. */
export type Captured = RawMessage & { topic: string; type: string; data: Record<string, unknown> }
export type Messages = Awaited<ReturnType<typeof openMessages>>

export const allTopics = [...new Set(flow.flatMap(({ event }) => topicsOf(event)))]

/** All messages of the platform under test, to be read, published again and forged. */
export async function openMessages() {
  const kafka = { KAFKA_BROKERS: ((await testTarget()).run.backing.KAFKA_BROKERS ?? '').split(',') }
  const [raw, office] = await Promise.all([openRawMessages(kafka), openDeadLetterOffice(kafka)])
  return {
    ...{ raw, office },
    async ofAccount(userId: string): Promise<Captured[]> {
      const read = await Promise.all(
        allTopics.map(async (topic) => (await raw.read(topic)).map((message) => ({ ...message, topic }))),
      )
      return read.flat().flatMap((message) => {
        if (!message.value?.includes(userId)) return []
        const { type, data } = JSON.parse(message.value) as Pick<Captured, 'type' | 'data'>
        return [{ ...message, type, data }]
      })
    },
    /** Every group has finished what there is; the groups of notifiers that were killed never will. */
    allHeard: () =>
      eventually('all is consumed', async () => {
        const behind = (await office.lags()).filter(({ group }) => !/^notifier-[0-9a-f-]{36}$/.test(group))
        if (behind.length > 0) throw new Error(JSON.stringify(behind))
        return true
      }),
    async close() {
      await Promise.all([raw.close(), office.close()])
    },
  }
}
