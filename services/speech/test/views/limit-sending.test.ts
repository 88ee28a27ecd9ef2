import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { openHttpServer } from '@utter/testing/http-server'
import { expect, test } from 'vitest'
import { limitSending } from '../../src/views/limit-sending.ts'

const sizeBytes = 32 * 1024 * 1024

/** A file of 32 MB by a server with this limit; `over` resolves to whether all of it was sent, and after how many ms. */
async function serve(stallMs: number) {
  const over = Promise.withResolvers<{ whole: boolean; ms: number }>()
  const server = await openHttpServer((_request, answer) => {
    const begunMs = performance.now()
    limitSending(answer, stallMs)
    answer.once('close', () => over.resolve({ whole: answer.writableFinished, ms: performance.now() - begunMs }))
    answer.setHeader('content-length', sizeBytes)
    Readable.from(Array.from({ length: 512 }, () => Buffer.alloc(sizeBytes / 512))).pipe(answer)
  })
  const socket = connect(server.port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  return {
    socket,
    over: over.promise,
    async [Symbol.asyncDispose]() {
      socket.destroy()
      await server.close()
    },
  }
}

test('a client that reads nothing has its connection ended after a while', async () => {
  await using server = await serve(300)
  expect(await server.over).toMatchObject({ whole: false })
})

test('a client that reads slowly, and longer than that, has the whole file', async () => {
  await using server = await serve(600)
  let received = 0
  server.socket.on('data', async (part) => {
    received += part.length
    server.socket.pause()
    if (received < sizeBytes * 0.7) await pause(2)
    server.socket.resume()
  })
  const { whole, ms } = await server.over
  expect({ whole, isLonger: ms > 600 }).toEqual({ whole: true, isLonger: true })
})
