import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { answerClientError } from '../src/client-error.ts'
import { limitBodyTimes } from '../src/limits/body-times.ts'

/** A server that waits for each body, and the answer to a request of which half has come. */
async function half(path: string, times: { usualMs: number; streamedMs: number }): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    request.once('end', () => response.end('whole'))
  })
  limitBodyTimes(server, ['/streamed'], answerClientError, times)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhalf `)
  return text(socket)
}
const hourMs = 3_600_000

test('a body that is not there in time ends its request by 408, also one of a path that takes longer', async () => {
  const late = /^HTTP\/1\.1 408 .*"code":"request_timeout"/s
  expect(await half('/usual', { usualMs: 20, streamedMs: hourMs })).toMatch(late)
  expect(await half('/streamed?a=b', { usualMs: hourMs, streamedMs: 20 })).toMatch(late)
})
