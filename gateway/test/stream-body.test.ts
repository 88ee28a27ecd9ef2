import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { openGateway, read, statusOf } from './support/open-gateway.ts'

let gateway: Awaited<ReturnType<typeof openGateway>>
afterEach(() => gateway[Symbol.asyncDispose]())

const head = (length: number | string) =>
  `POST /api/verify HTTP/1.1\r\nHost: localhost\r\nContent-Type: audio/mpeg\r\nContent-Length: ${length}\r\n\r\n`

test('a sound of many megabytes arrives whole, and its service has the beginning before the end is sent', async () => {
  gateway = await openGateway()
  const hashes: string[] = []
  const begun = Promise.withResolvers<void>()
  gateway.behaves((request, response) => {
    const hash = createHash('sha256')
    request.on('data', (chunk) => {
      hash.update(chunk)
      begun.resolve()
    })
    request.on('end', () => {
      hashes.push(hash.digest('hex'))
      response.end('{}')
    })
  })
  const part = Buffer.alloc(1024 * 1024, 'sound')
  const parts = 40
  const whole = createHash('sha256')
  const socket = gateway.connect()
  socket.write(head(part.length * parts))
  for (let i = 0; i < parts; i++) {
    whole.update(part)
    if (!socket.write(part)) await new Promise((resolve) => socket.once('drain', resolve))
    if (i === 0) await begun.promise
  }
  expect(statusOf(await read(socket, /\r\n\r\n/))).toBe(200)
  expect(hashes).toEqual([whole.digest('hex')])
})

test('a work is nowhere whole before its service has it: its first bytes are there before the last are sent', async () => {
  gateway = await openGateway()
  const begun = Promise.withResolvers<void>()
  const bodies: string[] = []
  gateway.behaves((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (chunk) => {
      parts.push(chunk)
      begun.resolve()
    })
    request.on('end', () => {
      bodies.push(Buffer.concat(parts).toString())
      response.writeHead(202).end('{}')
    })
  })
  const { authorization } = gateway.createKey().headers
  const socket = gateway.connect()
  socket.write(
    `POST /api/works HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n`,
  )
  socket.write('{"title"')
  await begun.promise
  socket.write(':"a"}')
  expect(statusOf(await read(socket, /\r\n\r\n/))).toBe(202)
  expect(bodies).toEqual(['{"title":"a"}'])
})

test('one that is declared as longer than any is refused before its body comes, and so is a coded one', async () => {
  gateway = await openGateway()
  expect(statusOf(await gateway.raw(head(129 * 1024 * 1024), { until: /\r\n\r\n/ }))).toBe(413)
  const coded = head(10).replace('\r\n\r\n', '\r\nContent-Encoding: gzip\r\n\r\n')
  expect(statusOf(await gateway.raw(coded, { until: /\r\n\r\n/ }))).toBe(415)
  expect(gateway.asked).toEqual([])
})

test('a refusal of the service reaches a client that is still writing, and a client that goes ends the request', async () => {
  gateway = await openGateway()
  gateway.behaves((request, response) => {
    response.writeHead(429, { 'content-type': 'application/json' }).end('{"code":"busy"}')
    request.resume()
  })
  const socket = gateway.connect()
  socket.write(head(8 * 1024 * 1024))
  socket.write(Buffer.alloc(1024 * 1024))
  expect(statusOf(await read(socket, /\r\n\r\n/))).toBe(429)

  const gone = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  gateway.behaves((request) => {
    request.once('data', () => arrived.resolve())
    request.once('close', () => gone.resolve())
  })
  const other = gateway.connect()
  other.write(head(1_000))
  other.write('a')
  await arrived.promise
  await pause(1)
  other.destroy()
  await gone.promise
})
