import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openDatabase } from '@utter/testing/setup/databases'
import { expect, test } from 'vitest'
import { openSpeeds } from '../../src/store/speeds.ts'

const database = await closedAfterAll(openDatabase('speech'))
const now = new Date('2026-03-20T12:00:00Z')
const notMeasured = async () => expect.fail('measured again')

test('a model is measured once, and every replica takes that figure', async () => {
  const [one, two] = await Promise.all([openSpeeds(database.connection), openSpeeds(database.connection)])
  expect(await one.find('kokoro', async () => 0.5, now)).toBe(0.5)
  expect(await two.find('kokoro', notMeasured, now)).toBe(0.5)
  expect(await two.find('another', async () => 2, now)).toBe(2)
  expect(await one.all()).toEqual({ kokoro: 0.5, another: 2 })
})

test('replicas that measure at the same time agree on one figure', async () => {
  const speeds = await openSpeeds(database.connection)
  const measured = [0.1, 0.2, 0.3, 0.4]
  const { promise: allMeasure, resolve } = Promise.withResolvers<void>()
  let measuring = 0
  const found = await Promise.all(
    measured.map((figure) =>
      speeds.find(
        'same time',
        async () => {
          if (++measuring === measured.length) resolve()
          await allMeasure
          return figure
        },
        now,
      ),
    ),
  )
  expect(new Set(found).size).toBe(1)
  expect(measured).toContain(found[0])
})
