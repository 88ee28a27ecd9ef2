import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { createLog } from '@utter/telemetry/log'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createServer } from '../src/server.ts'

const app = createServer({ log: createLog('http', 'silent'), bodyLimit: 1_000 })
app.post('/taken', async () => ({ isTaken: true }))
let port = 0
beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

const head = (length: number) =>
  `POST /taken HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

/** Writes a body by the piece, as fast as it is taken. @returns the bytes that were taken, and whether the connection broke */
async function write(socket: Socket, length: number): Promise<{ written: number; isBroken: boolean }> {
  const piece = Buffer.alloc(64 * 1024, 'x')
  let written = 0
  while (written < length) {
    const part = piece.subarray(0, Math.min(piece.length, length - written))
    const error = await new Promise<Error | null | undefined>((resolve) => socket.write(part, resolve))
    if (error) return { written, isBroken: true }
    written += part.length
  }
  return { written, isBroken: false }
}

function open() {
  const socket = connect(port, '127.0.0.1')
  let answers = ''
  socket.setEncoding('latin1').on('data', (chunk) => {
    answers += chunk
  })
  socket.on('error', () => {})
  return { socket, answers: () => answers }
}

test('a client that writes a refused body to its end reads why, and its connection goes on', async () => {
  const { socket, answers } = open()
  socket.write(head(8_000_000))
  expect(await write(socket, 8_000_000)).toEqual({ written: 8_000_000, isBroken: false })
  socket.write(`${head(2)}{}`)
  while (!answers().includes('isTaken')) await once(socket, 'data')
  expect(answers().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200'])
  socket.destroy()
})

test('a body without end is cut off', async () => {
  const { socket, answers } = open()
  socket.write(head(1_000_000_000))
  const { written, isBroken } = await write(socket, 200_000_000)
  expect(isBroken).toBe(true)
  expect(written).toBeGreaterThan(30 * 1024 * 1024)
  expect(written).toBeLessThan(60 * 1024 * 1024)
  expect(answers()).toMatch(/^HTTP\/1\.1 413/)
})

test('a client that stops writing is cut off', async () => {
  const { socket, answers } = open()
  const closed = once(socket, 'close')
  socket.write(head(1_000_000))
  await closed
  expect(answers()).toMatch(/^HTTP\/1\.1 413/)
})
