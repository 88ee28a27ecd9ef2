import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { isTransient } from '@utter/runtime/is-transient'
import { createLog } from '@utter/telemetry/log'
import { mongo } from 'mongoose'
import { expect, inject, onTestFinished, test } from 'vitest'
import '@utter/testing/setup/provided'
import { type MongoOptions, openMongo } from '../src/mongo.ts'

const log = createLog('storage', 'silent')
/** Where a command's name stands: after the header, the flags, the kind of the section, the length of the document and its first type. */
const nameAt = 26

/** The real server behind a proxy that loses queries and passes all other commands of the driver. */
async function openHangingServer() {
  const { hostname, port } = new URL(inject('backing').MONGO_URL)
  let lost = 0
  let onLost = () => {}
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    for (const socket of [client, upstream])
      socket
        .on('error', () => {})
        .on('close', () => {
          client.destroy()
          upstream.destroy()
        })
    upstream.pipe(client)
    client.on('data', (message) => {
      if (message.toString('latin1', nameAt, nameAt + 5) !== 'find\0') return void upstream.write(message)
      lost++
      onLost()
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return {
    url: `mongodb://127.0.0.1:${(server.address() as AddressInfo).port}`,
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
  // One after the other, since a pool grows no faster.
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
