import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { mongo } from 'mongoose'
import { expect, onTestFinished, test } from 'vitest'
import { Connection } from '../src/driver-writes.ts'

test('a command on a connection that the server has just ended is refused, and never waits for ever', async () => {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const connection = new Connection(socket, { id: 1, generation: 0, serverApi: undefined })
  const answer = new Promise((resolve) => {
    // Between the end of both sides and 'close': the driver knows nothing yet, and the socket takes nothing more.
    socket.once('finish', () =>
      process.nextTick(() => {
        expect([socket.destroyed, connection.closed]).toEqual([true, false])
        const namespace = { db: 'admin', toString: () => 'admin.$cmd' }
        const options = { readPreference: mongo.ReadPreference.primary }
        resolve(connection.command(namespace, { hello: 1 }, options).catch((error) => error))
      }),
    )
  })
  expect(await answer).toBeInstanceOf(mongo.MongoNetworkError)
})
