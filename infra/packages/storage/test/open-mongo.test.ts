import { createLog } from '@utter/telemetry/log'
import { primaryOf, proxyUrl } from '@utter/testing/commands/primary-of'
import { openTcpProxy } from '@utter/testing/faults/tcp-proxy'
import { expect, inject, onTestFinished, test } from 'vitest'
import '@utter/testing/setup/provided'
import { openMongo } from '../src/mongo.ts'

const log = createLog('storage', 'silent')

test('a database that has no primary yet when a process starts is asked again', async () => {
  let refused = 0
  const proxy = await openTcpProxy(await primaryOf(inject('backing').MONGO_URL), (client, upstream) => {
    // More than the driver tries by itself within a selection.
    if (refused < 4 && ++refused) return void client.destroy()
    upstream.pipe(client).pipe(upstream)
  })
  onTestFinished(proxy.close)
  const mongo = await openMongo(proxyUrl(proxy.port), 'late', log)
  onTestFinished(mongo.close)
  expect(await mongo.check()).toMatchObject({ ok: 1 })
  expect(refused).toBe(4)
})

test('one that stays unavailable is an error within about a second after the limit', async () => {
  const startedMs = performance.now()
  // Nothing listens on port 1.
  const opening = openMongo('mongodb://127.0.0.1:1', 'away', log, { startLimitMs: 0 })
  await expect(opening).rejects.toThrow(/ECONNREFUSED/)
  expect(performance.now() - startedMs).toBeLessThan(2_500)
})

test('an address that names no database server is refused at once', async () => {
  const startedMs = performance.now()
  await expect(openMongo('mongodb://', 'wrong', log)).rejects.toThrow()
  expect(performance.now() - startedMs).toBeLessThan(2_500)
})
