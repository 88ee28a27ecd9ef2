import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { openRedis, whenReady } from '@utter/storage/redis'
import { createLog } from '@utter/telemetry/log'
import { eventually } from '@utter/testing/eventually'
import { expect, inject, test } from 'vitest'

const log = createLog('jobs', 'silent')

/** The real Redis behind a wire on which nothing moves while it hangs, though it takes new connections. */
async function openWire() {
  const { hostname, port, password } = new URL(inject('backing').REDIS_URL)
  const sockets = new Set<Socket>()
  let hangs = false
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from
        .on('data', (part) => to.write(part))
        .on('error', () => {})
        .on('close', () => to.destroy())
      if (hangs) from.pause()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `redis://:${password}@127.0.0.1:${(server.address() as AddressInfo).port}`,
    hang(now: boolean) {
      hangs = now
      for (const socket of sockets) now ? socket.pause() : socket.resume()
    },
    [Symbol.dispose]() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

test('a redis that hangs is waited for once, then by nobody, and used again when it answers', async () => {
  using wire = await openWire()
  const redis = openRedis(wire.url, log)
  await whenReady(redis)
  expect(await redis.ping()).toBe('PONG')

  wire.hang(true)
  const connectedAnew = new Promise<void>((resolve) => {
    redis.once('close', () => redis.once('connect', () => resolve()))
  })
  await expect(redis.ping()).rejects.toThrow('Command timed out')
  await connectedAnew
  // Refused without being sent, though the new connection stands.
  await expect(redis.ping()).rejects.toThrow("Stream isn't writeable")

  wire.hang(false)
  await eventually('it is used again', () =>
    redis.ping().then(
      () => true,
      () => false,
    ),
  )
  redis.disconnect()
})
