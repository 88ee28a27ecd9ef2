import { createLog } from '@utter/telemetry/log'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openDatabase } from '@utter/testing/setup/databases'
import { expect, test } from 'vitest'
import { openServedFigures } from '../src/served/served-figures.ts'

const mongo = await closedAfterAll(openDatabase('served'))
const log = createLog('served', 'silent')
const documents = mongo.connection.collection<{ _id: string; slots: object; until: Date }>('served')

/** A replica, whose counts and clock the test sets. */
async function openReplica(at: string) {
  const counts = { served: 0, failed: 0 }
  let now = new Date(at)
  const figures = await openServedFigures({
    connection: mongo.connection,
    parts: { streams: async () => ({ ...counts }), webhooks: () => ({ served: 0, failed: 0 }) },
    clock: { now: () => now },
    log,
    everyMs: 3_600_000,
  })
  return {
    ...figures,
    count(served: number, failed = 0) {
      counts.served += served
      counts.failed += failed
    },
    setTime(next: string) {
      now = new Date(next)
    },
    close: () => figures[Symbol.asyncDispose](),
  }
}
const slotsOf = async (id: string) => (await documents.findOne({ _id: id }))?.slots

test('replicas add what each has counted since its last turn, in the slot of the turn', async () => {
  const [one, other] = [await openReplica('2026-03-20T10:01:00.000Z'), await openReplica('2026-03-20T10:02:00.000Z')]
  one.count(5)
  other.count(2, 1)
  await Promise.all([one.write(), other.write()])
  one.count(1)
  await one.write()
  other.setTime('2026-03-20T10:11:00.000Z')
  other.count(4)
  await other.write()
  expect(await slotsOf('streams 2026-03-20')).toEqual({
    60: { served: 8, failed: 1 },
    61: { served: 4, failed: 0 },
  })
  expect((await documents.findOne({ _id: 'streams 2026-03-20' }))?.until).toEqual(new Date('2026-06-19T00:00:00.000Z'))
  await Promise.all([one.close(), other.close()])
})

test('a replica that counted nothing says once a slot that it is there', async () => {
  const replica = await openReplica('2026-03-21T00:01:00.000Z')
  for (const at of ['2026-03-21T00:01:00.000Z', '2026-03-21T00:05:00.000Z', '2026-03-21T00:12:00.000Z']) {
    replica.setTime(at)
    await replica.write()
  }
  expect(await slotsOf('webhooks 2026-03-21')).toEqual({ 0: { served: 0, failed: 0 }, 1: { served: 0, failed: 0 } })
  await replica.close()
})

test('counts that could not be written are written by the next turn', async () => {
  const replica = await openReplica('2026-03-22T08:00:00.000Z')
  replica.count(3)
  const stopped = await openDatabase('served-away')
  const away = await openServedFigures({
    connection: stopped.connection,
    parts: { streams: () => ({ served: 7, failed: 0 }) },
    clock: { now: () => new Date('2026-03-22T08:00:00.000Z') },
    log,
    everyMs: 3_600_000,
  })
  await stopped.close()
  await expect(away.write()).rejects.toThrow()
  // At the end it is said in the log that they are lost.
  await away[Symbol.asyncDispose]()
  await replica.write()
  expect(await slotsOf('streams 2026-03-22')).toEqual({ 48: { served: 3, failed: 0 } })
  await replica.close()
})

test('it is read by every replica alike, with the days before, which are asked for once', async () => {
  const replica = await openReplica('2026-03-24T00:05:00.000Z')
  await documents.insertOne({
    _id: 'streams 2026-03-23',
    slots: { 143: { served: 0, failed: 9 } },
    until: new Date('2026-06-22T00:00:00.000Z'),
    ...{ part: 'streams', day: '2026-03-23' },
  })
  replica.count(1)
  await replica.write()
  const [streams, webhooks] = await replica.read()
  expect(streams).toMatchObject({ part: 'streams', now: 'operational' })
  expect(streams?.days.slice(-2).map(({ state }) => state)).toEqual(['down', 'operational'])
  expect(webhooks).toMatchObject({ part: 'webhooks', now: 'operational' })
  replica.setTime('2026-03-24T01:00:00.000Z')
  await replica.read()
  await documents.deleteOne({ _id: 'streams 2026-03-23' })
  expect((await replica.read())[0]?.days.at(-2)?.state).toBe('down')
  await replica.close()
})

test('what was counted last is written when the process ends', async () => {
  const replica = await openReplica('2026-03-25T09:00:00.000Z')
  replica.count(6)
  await replica.close()
  expect(await slotsOf('streams 2026-03-25')).toEqual({ 54: { served: 6, failed: 0 } })
})
