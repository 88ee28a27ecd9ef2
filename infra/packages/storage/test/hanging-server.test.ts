import { randomUUID } from 'node:crypto'
import { isTransient } from '@utter/runtime/is-transient'
import { createLog } from '@utter/telemetry/log'
import { primaryOf, proxyUrl } from '@utter/testing/commands/primary-of'
import { openTcpProxy } from '@utter/testing/faults/tcp-proxy'
import { mongo } from 'mongoose'
import { expect, inject, onTestFinished, test } from 'vitest'
import '@utter/testing/setup/provided'
import { type MongoOptions, openMongo } from '../src/mongo.ts'

const log = createLog('storage', 'silent')
/**
 * Offset of a command's name: after the header, the flags, the kind of the section, the length of the document and its
 * first type.
 */
const nameAt = 26

/** The real server behind a proxy that loses queries and passes all other commands of the driver. */
async function openHangingServer() {
  let lost = 0
  let onLost = () => {}
  const proxy = await openTcpProxy(await primaryOf(inject('backing').MONGO_URL), (client, upstream) => {
    upstream.pipe(client)
    client.on('data', (message) => {
      if (message.toString('latin1', nameAt, nameAt + 5) !== 'find\0') return void upstream.write(message)
      lost++
      onLost()
    })
  })
  onTestFinished(proxy.close)
  return {
    url: proxyUrl(proxy.port),
    lost: () => lost,
    nextLost: () =>
      new Promise<void>((resolve) => {
        onLost = resolve
      }),
  }
}

async function connectTo(url: string, options: MongoOptions) {
  const database = `hanging-${randomUUID().slice(0, 8)}`
  const { connection } = await openMongo(url, database, log, options)
  onTestFinished(() => connection.close(true))
  const things = connection.getClient().db(database).collection('things')
  /** @returns the answer, or the error */
  return () => things.findOne({}).catch((error: unknown) => error)
}

test('a connection whose server is silent is closed, and its query ends', async () => {
  const server = await openHangingServer()
  const ask = await connectTo(server.url, { socketTimeoutMs: 300 })
  const answer = await ask()
  expect(answer).toBeInstanceOf(mongo.MongoNetworkTimeoutError)
  expect(isTransient(answer)).toBe(true)
})

test('fifty queries are in flight at once, and one that finds no connection in time is refused without being sent', async () => {
  const server = await openHangingServer()
  const ask = await connectTo(server.url, { socketTimeoutMs: 0 })
  // In sequence, since a pool grows no faster.
  for (let count = 0; count < 50; count++) {
    const lost = server.nextLost()
    void ask()
    await lost
  }
  const answer = await Promise.race([ask(), server.nextLost()])
  expect(answer).toMatchObject({ name: 'MongoWaitQueueTimeoutError' })
  expect(isTransient(answer)).toBe(true)
  expect(server.lost()).toBe(50)
})
