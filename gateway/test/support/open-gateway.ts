import { hash as digest, randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import type { IncomingMessage, RequestListener } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import {
  type Credential,
  credentialKey,
  credentialPrefix,
  grantOf,
  keyPrefix,
  type Scope,
  scopes,
} from '@utter/contracts/credential'
import { services } from '@utter/contracts/flow'
import type { NoteRequests } from '@utter/contracts/http/internal/account/note-requests'
import { createIdentitySigner } from '@utter/http/identity'
import { type CopySigner, createCopyVerifier } from '@utter/storage/redis/credential-copy'
import { openRedis, whenReady } from '@utter/storage/redis/open'
import { watchKeys } from '@utter/storage/redis/watched-keys'
import { createLog } from '@utter/telemetry/log'
import { openHttpServer } from '@utter/testing/http-server'
import { createTestIdentity } from '@utter/testing/identity'
import { openFolder } from '@utter/testing/open-folder'
import { inject } from 'vitest'
import '@utter/testing/setup/provided'
import { buildApp, defaultTimes, type Times } from '../../src/app.ts'
import { Config } from '../../src/config.ts'
import { createCopies } from '../../src/limits/copies.ts'
import { rememberReads } from '../../src/limits/recent-reads.ts'
import { createRedisLimits } from '../../src/limits/redis-limits.ts'
import { openRequestLog } from '../../src/request-log/open-request-log.ts'
import { createBatchSender } from '../../src/request-log/send-batch.ts'

export type Gateway = Awaited<ReturnType<typeof openGateway>>

/**
 * The real gateway on a real Redis, before one server in place of every service: as account it resolves the keys that
 * `createKey` made, all else it answers as `behaves` was set last.
 */
export async function openGateway(
  environment: Record<string, string> = {},
  times: Partial<Times> = {},
  log = createLog('gateway', 'silent'),
) {
  const closing = new AsyncDisposableStack()
  const known = new Map<string, Credential>()
  const lookups: string[] = []
  const asked: IncomingMessage[] = []
  const answer: RequestListener = (_request, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  let behaviour = answer
  let copyOf: CopySigner = (_hash, credential) => JSON.stringify(credential)
  const batches: NoteRequests[] = []
  const keepBatch: RequestListener = async (request, response) => {
    batches.push(JSON.parse(await text(request)) as NoteRequests)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"stored":1}')
  }
  let takeBatch = keepBatch
  const listener: RequestListener = async (request, response) => {
    if (request.url === '/internal/credentials') {
      const { hash, cache } = JSON.parse(await text(request)) as { hash: string; cache?: boolean }
      lookups.push(hash)
      const credential = known.get(hash)
      if (credential && cache !== false) await redis.set(credentialKey(hash), copyOf(hash, credential), 'EX', 60)
      response.writeHead(200, { 'content-type': 'application/json' })
      return response.end(JSON.stringify({ credential: credential ?? null }))
    }
    if (request.url === '/internal/requests') return takeBatch(request, response)
    asked.push(request)
    return behaviour(request, response)
  }
  const { url: serviceUrl } = closing.use(await openHttpServer(listener))

  const { path: webDir } = closing.use(await openFolder())
  await writeWeb(webDir)
  const redis = openRedis(environment.REDIS_URL ?? inject('backing').REDIS_URL, log)
  closing.defer(() => redis.disconnect())
  // As the gateway has it, with its rights alone; the other one is of the tests.
  const own = environment.REDIS_URL ? redis : openRedis(inject('redisUrls').gateway, log)
  closing.defer(() => own.disconnect())
  await Promise.all([whenReady(redis), whenReady(own)])
  const config = Config.parse({
    PORT: '0',
    PRIVATE_PORT: '0',
    REDIS_URL: inject('backing').REDIS_URL,
    IDENTITY_KEY: createTestIdentity().privateKeys.gateway,
    PUBLIC_URL: 'http://localhost:8080',
    WEB_DIR: webDir,
    // Every test comes from this machine, and counts in Redis outlive it.
    READS_PER_MINUTE: '1000000',
    ...Object.fromEntries(services.map((name) => [`${name.toUpperCase()}_URL`, serviceUrl])),
    ...environment,
  })
  const keys = config.IDENTITY_PUBLIC_KEYS?.get('account')
  const copies = createCopies(keys && createCopyVerifier(keys), log)
  const limits = closing.use(
    rememberReads(createRedisLimits(own, config.FREE_CALLS_PER_NETWORK, copies), (onChanged) =>
      watchKeys(own, credentialPrefix, onChanged, log),
    ),
  )
  const send = createBatchSender(createIdentitySigner(config.IDENTITY_KEY, 'gateway'), serviceUrl)
  const requestLog = openRequestLog(send, log, 50)
  closing.use(requestLog)
  const app = await buildApp(config, { limits, requestLog }, log, { ...defaultTimes, ...times })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = new URL(url)
  const sockets = new Set<Socket>()
  closing.defer(async () => {
    for (const socket of sockets) socket.destroy()
    const closed = app.close()
    app.server.closeAllConnections()
    await closed
  })
  return {
    url,
    redis,
    ownRedis: own,
    asked,
    lookups,
    /** Batches of the log of requests that account has taken. */
    batches,
    /** Account answers a batch so from here on. */
    takesBatches(next: RequestListener = keepBatch): void {
      takeBatch = next
    },
    serviceUrl,
    /** Account writes copies so from here on; at first it signs none. */
    signsCopies(by: CopySigner): void {
      copyOf = by
    },
    behaves(next: RequestListener = answer): void {
      behaviour = next
    },
    /** The headers of a new account's key. */
    createKey(allowed: readonly Scope[] = scopes, rate = 1_000_000, own: Partial<Credential> = {}) {
      const key = `${keyPrefix}${randomUUID()}`
      const credential: Credential = {
        userId: randomUUID(),
        tier: 'free',
        signedUpAt: '2026-01-15T09:00:00.000Z',
        keyId: randomUUID(),
        ...grantOf(allowed),
        rate,
        expiresAt: null,
        version: 1,
        ...own,
      }
      const hash = digest('sha256', key, 'base64url')
      known.set(hash, credential)
      return { headers: { authorization: `Bearer ${key}` }, hash, credential }
    },
    /** Account has no such key. */
    forget: ({ hash }: { hash: string }): boolean => known.delete(hash),
    /** A connection by hand. @param from one of this machine's addresses, 127.0.0.0/8 */
    connect(from = '127.0.0.1'): Socket {
      const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: from })
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
      return socket
    },
    /** Sends this unchanged. @returns all that comes back until the other side closes, or until it looks so */
    async raw(request: string, { from, until }: { from?: string; until?: RegExp } = {}): Promise<string> {
      const socket = this.connect(from)
      socket.write(request)
      return read(socket, until)
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}

/** Pages as a build leaves them. */
export const script = `console.log('${'utter '.repeat(200)}')`
async function writeWeb(dir: string): Promise<void> {
  await writeFile(
    join(dir, 'index.html'),
    '<!doctype html><html data-session="__SESSION__" data-notice="__NOTICE__"><script nonce="__CSP_NONCE__"></script>',
  )
  await mkdir(join(dir, 'assets'))
  await mkdir(join(dir, '.vite'))
  await writeFile(join(dir, '.vite/earlier-assets.json'), '{}')
  await writeFile(join(dir, 'assets/app-1.js'), script)
  await writeFile(join(dir, 'assets/app-1.js.br'), brotliCompressSync(script))
  await writeFile(join(dir, 'assets/app-1.js.gz'), gzipSync(script))
}

/** The data until the other side closes, or until `until` matches. */
export async function read(socket: Socket, until?: RegExp): Promise<string> {
  let all = ''
  try {
    for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
      all += (chunk as Buffer).toString('latin1')
      if (until?.test(all)) break
    }
  } catch {
    // Cut off: the data until then.
  }
  return all
}

/** The status of a raw answer. */
export const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
