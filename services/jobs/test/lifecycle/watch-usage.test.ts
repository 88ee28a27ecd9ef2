import { NoticeMade } from '@utter/contracts/events/notices/notice-made'
import type { OutgoingEvent } from '@utter/messaging/outgoing-event'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { watchUsage } from '../../src/lifecycle/watch-usage.ts'
import { openLifecycle } from '../support/open-lifecycle.ts'

const lifecycle = await closedAfterAll(openLifecycle('jobs-watch-usage'))

/** An account that has used so many of its hundred calls. */
const anAccount = (used: number) => lifecycle.account('free', 100 - used)

test('a step is told once by a process, and under the same cause by every other', async () => {
  const userId = await anAccount(80)
  const published: OutgoingEvent[] = []
  const watch = () => watchUsage({ ...lifecycle.deps, publish: async (events) => void published.push(...events) })
  await using first = watch()
  await using second = watch()
  for (const one of [first, first, second]) {
    one.taken(userId)
    await one.look()
  }
  const causes = published.map(({ data }) => NoticeMade.data.parse(data).cause)
  expect(causes).toHaveLength(2)
  expect(new Set(causes).size).toBe(1)
  expect(published[0]).toMatchObject({
    userId,
    data: { notice: { kind: 'calls-used', percent: 80, used: 80, limit: 100 } },
  })
})

test('while Kafka is unavailable it is told later', async () => {
  const userId = await anAccount(100)
  const published: OutgoingEvent[] = []
  let isAway = true
  await using watch = watchUsage({
    ...lifecycle.deps,
    publish: async (events) => {
      if (isAway) throw new Error('away')
      published.push(...events)
    },
  })
  watch.taken(userId)
  await watch.look().catch(() => {})
  isAway = false
  await watch.look()
  expect(published).toMatchObject([{ data: { notice: { kind: 'calls-used', percent: 100 } } }])
})
