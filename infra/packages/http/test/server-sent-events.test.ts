import { EventEmitter } from 'node:events'
import { createLog } from '@utter/telemetry/log'
import type { FastifyReply } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { unavailable } from '../src/problem.ts'
import { createServer } from '../src/server.ts'
import { openServerSentEvents, type ServerSentEvents, type StreamOptions } from '../src/server-sent-events.ts'

describe('a client', () => {
  const app = createServer({ log: createLog('http', 'silent'), responseTimeoutMs: Number.POSITIVE_INFINITY })
  let url = ''
  let opened: (stream: ServerSentEvents) => void
  for (const resumable of [true, false])
    app.get(`/${resumable}`, async (_request, reply) => {
      opened(openServerSentEvents(reply, { resumable }))
      return reply
    })
  beforeAll(async () => {
    url = await app.listen({ port: 0 })
  })
  afterAll(() => app.close())

  /** A stream, as this process writes it and as a client reads it. */
  async function open({ resumable }: StreamOptions) {
    const { promise, resolve } = Promise.withResolvers<ServerSentEvents>()
    opened = resolve
    const response = await fetch(`${url}/${resumable}`)
    return { response, stream: await promise }
  }

  test('has the head before there is an event, and nothing on the way may hold events back', async () => {
    const { response, stream } = await open({ resumable: false })
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-cache, no-transform')
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    stream.end()
    expect(await response.text()).toBe('')
  })

  test('reads events with and without an id and a name, and the end', async () => {
    const { response, stream } = await open({ resumable: false })
    stream.send({ text: 'a\nb' })
    stream.send([1], { id: '7', event: 'done' })
    stream.end()
    stream.send('too late')
    expect(await response.text()).toBe('data: {"text":"a\\nb"}\n\nid: 7\nevent: done\ndata: [1]\n\n')
  })

  test('that can resume the stream is given a time to come back after, between half a second and three', async () => {
    const { response, stream } = await open({ resumable: true })
    stream.end()
    const retryMs = Number(/^retry: (\d+)\n\n$/.exec(await response.text())?.[1])
    expect(retryMs).toBeGreaterThanOrEqual(500)
    expect(retryMs).toBeLessThanOrEqual(3_000)
  })

  test('reads a problem that comes after the head as an error event, the last of the stream', async () => {
    const { response, stream } = await open({ resumable: false })
    stream.fail(unavailable())
    stream.send('too late')
    expect(await response.text()).toBe(
      'event: error\ndata: {"error":"The service is busy, try again in a moment","code":"unavailable"}\n\n',
    )
  })
})

describe('a client that reads nothing', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const writeTo = (writableLength: number) => {
    const raw = Object.assign(new EventEmitter(), {
      req: {},
      writeHead: () => {},
      flushHeaders: () => {},
      write: () => false,
      writableLength,
      destroyed: false,
      destroy: () => void Object.assign(raw, { destroyed: true }).emit('close'),
    })
    const stream = openServerSentEvents({ hijack: () => {}, raw } as unknown as FastifyReply, { resumable: true })
    stream.send({}, { id: '1' })
    return { raw, stream }
  }

  test('is dropped after ten seconds, and is waited for no longer', async () => {
    const { raw, stream } = writeTo(20_000)
    const drained = stream.drained()
    await vi.advanceTimersByTimeAsync(9_000)
    expect(raw.destroyed).toBe(false)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(raw.destroyed).toBe(true)
    await drained
  })

  test('is dropped at once where it would hold a megabyte', () => {
    expect(writeTo(1_048_577).raw.destroyed).toBe(true)
  })
})
