import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { isTransient } from '@utter/runtime/is-transient'
import { createLog } from '@utter/telemetry/log'
import { eventually } from '@utter/testing/eventually'
import { openTcpProxy } from '@utter/testing/faults/tcp-proxy'
import { openHttpServer } from '@utter/testing/http-server'
import { type S3Server, startS3Server } from '@utter/testing/setup/s3-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openAudioBucket } from '../src/audio/bucket.ts'
import type { BucketSettings, BucketTimes } from '../src/audio/bucket-client.ts'
import type { AudioStore } from '../src/audio/files.ts'
import { audioContract, namesOf } from './support/audio-contract.ts'

const log = createLog('storage', 'silent')
let server: S3Server
beforeAll(async () => {
  server = await startS3Server()
}, 300_000)
afterEach(() => vi.unstubAllEnvs())
afterAll(() => server?.[Symbol.asyncDispose]())

function open(settings: BucketSettings, ownLog = log, answering?: BucketTimes): AudioStore {
  const store = openAudioBucket(settings, ownLog, answering)
  onTestFinished(store.close)
  return store
}

describe('as every store of audio, on a real server', () => {
  let store: AudioStore
  beforeEach(async () => {
    store = openAudioBucket(await server.newBucket(), log)
    return store.close
  })
  audioContract(() => store.files)
  test('it can be used', async () => {
    await store.check()
  })
})

/** A bucket on the real server, behind a proxy. */
async function openBehind(relay: (client: Socket, upstream: Socket) => void) {
  const { hostname, port } = new URL(server.endpoint)
  const proxy = await openTcpProxy({ host: hostname, port: Number(port) }, relay)
  onTestFinished(proxy.close)
  const settings = await server.newBucket()
  return { direct: open(settings), proxied: open({ ...settings, endpoint: `http://127.0.0.1:${proxy.port}` }) }
}

test('an object whose putting is broken off half-way is not there, and the fault is transient', async () => {
  let connections = 0
  const { direct, proxied } = await openBehind((client, upstream) => {
    let sent = 0
    connections++
    client.on('data', (chunk: Buffer) => {
      sent += chunk.length
      if (sent > 1_000_000) client.destroy()
      else upstream.write(chunk)
    })
    upstream.pipe(client)
  })
  const fault = await proxied.files.write('ab-1.mp3', Buffer.alloc(3_000_000)).catch((error: unknown) => error)
  expect(isTransient(fault)).toBe(true)
  expect(connections).toBe(3)
  expect(await namesOf(direct.files)).toEqual([])
})

test('a reader that goes away ends the connection on which its sound was sent', async () => {
  const open = new Set<Socket>()
  const { direct, proxied } = await openBehind((client, upstream) => {
    open.add(upstream)
    upstream.on('close', () => open.delete(upstream))
    client.pipe(upstream).pipe(client)
  })
  await direct.files.write('long.mp3', Buffer.alloc(20_000_000))
  const sound = proxied.files.read('long.mp3')
  await once(sound, 'readable')
  expect(open.size).toBe(1)
  sound.destroy()
  await eventually('the connection is closed', () => open.size === 0)
})

test('sound that is cut off on its way is an error, and not a shorter sound', async () => {
  const { direct, proxied } = await openBehind((client, upstream) => {
    let received = 0
    client.pipe(upstream)
    upstream.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received > 1_000_000) client.destroy()
      else client.write(chunk)
    })
  })
  await direct.files.write('long.mp3', Buffer.alloc(3_000_000))
  const fault = await buffer(proxied.files.read('long.mp3')).catch((error: unknown) => error)
  expect(isTransient(fault)).toBe(true)
})

test('keys that are no names of audio, as a console or another program leaves them, are not listed', async () => {
  const settings = await server.newBucket()
  const client = new S3Client({
    ...settings,
    endpoint: server.endpoint,
    credentials: keyOf(settings),
    forcePathStyle: true,
  })
  onTestFinished(() => client.destroy())
  for (const Key of ['folder/ab-2.mp3', '.trash', 'a b.mp3'])
    await client.send(new PutObjectCommand({ Bucket: settings.bucket, Key, Body: 'x' }))
  const { files } = open(settings)
  await files.write('ab-1.mp3', Buffer.from('x'))
  expect(await namesOf(files)).toEqual(['ab-1.mp3'])
})

describe('what a bucket that cannot be used means', () => {
  /** Lines of a log, as they are written. */
  function recordingLog() {
    const lines = new PassThrough()
    let text = ''
    lines.on('data', (chunk) => {
      text += chunk
    })
    const parsed = () =>
      text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as { level: string; msg: string; operation: string; code?: string })
    return { log: createLog('storage', 'info', lines), lines: parsed, text: () => text }
  }

  test.each<[string, (settings: BucketSettings) => BucketSettings, string]>([
    [
      'a wrong secret',
      (settings) => ({ ...settings, credentials: { ...keyOf(settings), secretAccessKey: 'wrong secret' } }),
      'SignatureDoesNotMatch',
    ],
    [
      'an unknown key',
      (settings) => ({ ...settings, credentials: { accessKeyId: 'nobody', secretAccessKey: 'wrong secret' } }),
      'InvalidAccessKeyId',
    ],
    ['a bucket that is not there', (settings) => ({ ...settings, bucket: 'not-there' }), 'NoSuchBucket'],
  ])('%s: one clear line, no secret in it, and a transient fault for the worker', async (_name, change, code) => {
    const recorded = recordingLog()
    const { files, check } = open(change(await server.newBucket()), recorded.log)
    const faults = await Promise.all(
      [check(), files.write('ab-1.mp3', Buffer.from('x')), buffer(files.read('ab-1.mp3'))].map((asking) =>
        asking.catch((error: unknown) => error),
      ),
    )
    await check().catch(() => {})
    expect(faults.map(isTransient)).toEqual([true, true, true])
    expect(String(faults[0])).toContain(code)
    const lines = recorded.lines().filter(({ operation }) => operation === 'ListObjectsV2')
    expect(lines).toEqual([
      expect.objectContaining({ level: 'error', code, msg: expect.stringContaining('refuses us') }),
    ])
    expect(recorded.text()).not.toContain('wrong secret')
  })

  test('nobody at the address: refused at once, and said to be back when it is', async () => {
    const recorded = recordingLog()
    const stands = await standIn((_request, response) => response.writeHead(503).end())
    const settings = { bucket: 'audio', region: 'us-east-1', endpoint: stands.url, credentials: someKey }
    const { check } = open(settings, recorded.log)
    await expect(check()).rejects.toSatisfy(isTransient)
    stands.answer((_request, response) => response.end('<ListBucketResult/>'))
    await check()
    expect(recorded.lines().map(({ level, msg }) => [level, msg])).toEqual([
      ['warn', 'the audio bucket is unavailable'],
      ['info', 'the audio bucket is back'],
    ])
    await stands.close()
    await expect(check()).rejects.toSatisfy(isTransient)
  })

  test('a source of credentials that never answers holds nobody either', async () => {
    const { url } = await standIn(() => {})
    vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', url)
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true')
    const { files } = open({ bucket: 'audio', region: 'us-east-1', endpoint: url }, log, {
      attemptMs: 100,
      limitMs: 300,
    })
    await expect(files.find('ab-1.mp3')).rejects.toThrow('no answer in 300 ms')
  })

  test('a bucket that accepts and never answers holds nobody: the check ends within its second, all else by its limit', async () => {
    const { url } = await standIn(() => {})
    const settings = { bucket: 'audio', region: 'us-east-1', endpoint: url, credentials: someKey }
    const { files, check } = open(settings, log, { attemptMs: 100, limitMs: 300 })
    const startedAtMs = Date.now()
    const faults = await Promise.all(
      [check(), files.find('ab-1.mp3'), buffer(files.read('ab-1.mp3')), files.removeAll('ab-')].map((asking) =>
        asking.catch((error: unknown) => error),
      ),
    )
    expect(faults.map(isTransient)).toEqual([true, true, true, true])
    expect(Date.now() - startedAtMs).toBeLessThan(4_000)
  })
})

test.each([
  [undefined, 'utter=recording'],
  ['recording' as const, 'utter=recording'],
  ['sample' as const, 'utter=sample'],
])('an object of the kind %s is put with the tag %s, in one request, by path', async (kind, tag) => {
  const requests: { method?: string; url?: string; tag: unknown; type: unknown }[] = []
  const { url } = await standIn((request, response) => {
    const { method, url, headers } = request
    requests.push({
      ...(method && { method }),
      ...(url && { url }),
      tag: headers['x-amz-tagging'],
      type: headers['content-type'],
    })
    request.resume().on('end', () => response.end())
  })
  const { files } = open({ bucket: 'audio', region: 'us-east-1', endpoint: url, credentials: someKey })
  await files.write('ab-1.mp3', Buffer.alloc(2_000_000), kind)
  expect(requests).toEqual([
    { method: 'PUT', url: expect.stringMatching(/^\/audio\/ab-1\.mp3(\?|$)/), tag, type: 'audio/mpeg' },
  ])
})

const someKey = { accessKeyId: 'some', secretAccessKey: 'key' }
const keyOf = ({ credentials }: BucketSettings) => credentials ?? someKey

/** A server that answers as a test demands, for answers that the real one never gives. */
async function standIn(first: RequestListener) {
  let answer = first
  const stand = await openHttpServer((request, response) => answer(request, response))
  onTestFinished(stand.close)
  return {
    ...stand,
    answer(next: RequestListener) {
      answer = next
    },
  }
}
