import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { freePort } from '@utter/local/free-port'
import { processConfig } from '@utter/runtime/read-config'
import { createLog } from '@utter/telemetry/log'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { listen } from '../src/listen.ts'
import { createServer } from '../src/server.ts'
import { openServerSentEvents } from '../src/server-sent-events.ts'

async function* endlessly() {
  for (;;) yield Buffer.alloc(64 * 1024)
}

/** A process with a route that waits, and one that streams without an end. */
async function openProcess(stopLimitMs = 12_000) {
  const log = createLog('http', 'silent')
  const resources = new AsyncDisposableStack()
  const stop = new AbortController()
  const app = createServer({ log })
  const waiting = Promise.withResolvers<void>()
  app.get('/quick', async () => ({}))
  app.get('/slow', async () => waiting.promise.then(() => ({})))
  app.get('/endless', (_request, reply) => reply.type('audio/mpeg').send(Readable.from(endlessly())))
  app.get('/stream', (_request, reply) => {
    const events = new PassThrough()
    events.write('retry: 1000\n\n')
    return reply.type('text/event-stream').send(events)
  })
  app.get('/events', async (_request, reply) => {
    openServerSentEvents(reply, { resumable: true }).send('first')
    return reply
  })
  app.get('/reply', async (_request, reply) => {
    const events = openServerSentEvents(reply, { resumable: false })
    await waiting.promise
    events.send('whole')
    events.end()
    return reply
  })
  const [port, privatePort] = [await freePort(), await freePort()]
  const config = z.object(processConfig).parse({ PORT: port, PRIVATE_PORT: privatePort, STOP_LIMIT_MS: stopLimitMs })
  const ends: (() => Promise<unknown>)[] = []
  await listen(app, config, { log, resources, stopping: stop.signal, onStop: (end) => void ends.push(end) })
  return {
    port,
    ask: (path: string) => fetch(`http://127.0.0.1:${port}${path}`),
    ready: async () => (await fetch(`http://127.0.0.1:${privatePort}/health/ready`)).status,
    live: async () => (await fetch(`http://127.0.0.1:${privatePort}/health/live`)).json(),
    stop: () => stop.abort(),
    close: async () => {
      await Promise.all(ends.map((end) => end()))
      await resources.disposeAsync()
    },
    goOn: () => waiting.resolve(),
  }
}

test('a process tells the version that the last release wrote', async () => {
  const one = await openProcess()
  const manifest = join(import.meta.dirname, '../../../../package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  expect(version).toMatch(/^\d+\.\d+\.\d+/)
  expect(await one.live()).toEqual({ status: 'live', version })
  await one.close()
})

test('a process that stops is unready at once, and goes on answering until it closes', async () => {
  const one = await openProcess()
  expect([await one.ready(), (await one.ask('/quick')).headers.get('connection')]).toEqual([200, 'keep-alive'])
  const slow = one.ask('/slow')
  await one.ask('/quick')
  one.stop()
  expect(await one.ready()).toBe(503)
  const answer = await one.ask('/quick')
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  const closed = one.close()
  one.goOn()
  expect([(await slow).status, (await slow).headers.get('connection')]).toEqual([200, 'close'])
  await closed
  await expect(one.ask('/quick')).rejects.toThrow()
})

test.each([
  ['/stream', /^retry: 1000\n\n$/],
  ['/events', /^retry: \d+\n\ndata: "first"\n\n$/],
])(
  'the stream %s, which has no end of its own, is ended, not broken off, when its server closes',
  async (path, all) => {
    const one = await openProcess()
    const stream = await one.ask(path)
    one.stop()
    const closed = one.close()
    expect(await stream.text()).toMatch(all)
    await closed
  },
  5_000,
)

test('a stream with an end of its own goes on to it while its server closes', async () => {
  const one = await openProcess()
  const stream = await one.ask('/reply')
  one.stop()
  const closed = one.close()
  one.goOn()
  expect(await stream.text()).toBe('data: "whole"\n\n')
  await closed
})

test('a stream that comes to no end in time ends with an error event, not in the middle', async () => {
  const one = await openProcess(5_000)
  const stream = await one.ask('/reply')
  one.stop()
  const closed = one.close()
  expect(await stream.text()).toMatch(/^event: error\ndata: \{"error":"[^"]+","code":"unavailable"\}\n\n$/)
  await closed
}, 8_000)

test('a connection that was opened and never used holds up no end', async () => {
  const one = await openProcess()
  const unused = connect(one.port, '127.0.0.1')
  await once(unused, 'connect')
  await one.ask('/quick')
  const ended = once(unused.resume(), 'close')
  one.stop()
  await one.close()
  await ended
}, 5_000)

test('an answer that does not come in time is a 503, and a file without a reader is broken off: the server closes before its time', async () => {
  const one = await openProcess(5_000)
  const slow = one.ask('/slow')
  const reader = connect(one.port, '127.0.0.1')
  reader.write('GET /endless HTTP/1.1\r\nhost: x\r\n\r\n')
  await once(reader, 'readable')
  const broken = once(reader, 'close')
  one.stop()
  const startedMs = performance.now()
  await one.close()
  expect(performance.now() - startedMs).toBeLessThan(4_000)
  const answer = await slow
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await answer.json()).toMatchObject({ code: 'unavailable' })
  reader.resume()
  await broken
}, 8_000)
