import { randomUUID } from 'node:crypto'
import { deadTopic } from '@utter/contracts/event'
import { ReferralState } from '@utter/contracts/events/referral-state'
import { eventually } from '@utter/testing/eventually'
import { aName, openBus, publishRaw, sharedKafka } from '@utter/testing/setup/buses'
import { expect, onTestFinished, test } from 'vitest'
import { openDeadLetterOffice } from '../src/dead-letters/dead-letter-office.ts'
import { on } from '../src/handler.ts'
import { openRawMessages } from '../src/kafkajs/raw-messages.ts'

// A topic that no other test of this package uses: replaying is for all of it.
const { topic } = ReferralState

test('what stays unreadable comes back once a group, however many groups set it aside and however often it is replayed', async () => {
  const groups = [aName(), aName()]
  const key = randomUUID()
  for (const group of groups) await (await openBus()).consume([on(ReferralState, async () => {})], { group })
  const office = await openDeadLetterOffice(sharedKafka())
  onTestFinished(() => office.close())
  const letters = async () => (await office.list(topic)).filter((letter) => letter.key === key)
  const setAsideByBoth = () =>
    eventually('both groups have set it aside', async () => {
      const found = await letters()
      return new Set(found.map(({ group }) => group)).size === 2 && found
    })

  await publishRaw(topic, [{ key, value: 'not JSON' }])
  expect(await setAsideByBoth()).toHaveLength(2)
  for (let round = 1; round <= 3; round++) {
    expect(await office.replay(topic), `round ${round}`).toEqual({ replayed: 1, kept: 0 })
    expect(await setAsideByBoth(), `round ${round}`).toHaveLength(2)
  }
})

test('a message that can be read by now does not come back', async () => {
  const office = await openDeadLetterOffice(sharedKafka())
  onTestFinished(() => office.close())
  await office.replay(topic)
  expect(await office.list(topic)).toEqual([])
  expect(await office.replay(topic)).toEqual({ replayed: 0, kept: 0 })
})

test('a batch that cannot be decoded is kept as it was stored, and holds up no other letter', async () => {
  const office = await openDeadLetterOffice(sharedKafka())
  onTestFinished(() => office.close())
  const raw = await openRawMessages(sharedKafka())
  onTestFinished(() => raw.close())
  // Bytes that are no text; a compacted topic would refuse them as a message, since they have no key.
  const bytes = Buffer.from([0xff, 0x00, 0xfe, 0x80])
  const headers = {
    reason: 'a batch that cannot be decoded',
    group: 'g',
    topic,
    partition: '0',
    offset: '7',
    kind: 'batch',
  }
  await raw.publish(deadTopic(topic), [
    { key: null, value: bytes, partition: 0, headers },
    { key: randomUUID(), value: 'not JSON', partition: 0, headers: { reason: 'no envelope', topic } },
  ])
  expect(await office.replay(topic)).toEqual({ replayed: 1, kept: 1 })
  const [kept] = (await raw.read(deadTopic(topic))).filter((letter) => letter.headers.kind === 'batch')
  expect(kept).toMatchObject({ bytes, headers })
  expect(await office.replay(topic)).toMatchObject({ kept: 1 })
})
