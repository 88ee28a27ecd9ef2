import { PassThrough } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { createBodyReader } from '../src/proxy/read-body.ts'

function request(): { body: PassThrough; asked: FastifyRequest } {
  const body = new PassThrough()
  const headers = { 'transfer-encoding': 'chunked', 'content-type': 'application/json' }
  return { body, asked: { body, headers } as unknown as FastifyRequest }
}

test('bodies that have not come to their end hold so much together, and give it back in whatever way they end', async () => {
  const read = createBodyReader(60_000, 100)
  for (let round = 0; round < 3; round++) {
    const [whole, lost, long, next] = [request(), request(), request(), request()]
    const [first, second, third] = [read(whole.asked, 60), read(lost.asked, 60), read(long.asked, 10)]
    const fates = Promise.allSettled([first, second, third])
    whole.body.write('x'.repeat(60))
    lost.body.write('x'.repeat(30))
    // A body that is too long anyway is read and not held.
    long.body.write('x'.repeat(50))
    await new Promise(setImmediate)
    const refused = read(next.asked, 60)
    next.body.end('x'.repeat(20))
    await expect(refused).rejects.toMatchObject({ status: 503 })
    whole.body.end()
    lost.body.destroy()
    long.body.end()
    expect(await fates).toMatchObject([
      { value: Buffer.from('x'.repeat(60)) },
      { reason: { status: 408 } },
      { reason: { status: 413 } },
    ])
  }
})
