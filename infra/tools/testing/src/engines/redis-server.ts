import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { redisProgram } from '@utter/local/backing/redis'
import { plainEnv } from '@utter/local/backing/server'
import { freePort } from '@utter/local/free-port'
import { readSettings } from '@utter/local/settings'
import { endGroup, hasEnded, spawnGroup } from '@utter/local/supervision/process-group'
import { Redis, type RedisOptions } from 'ioredis'
import { eventually } from '../eventually.ts'
import { type Authority, makeAuthority } from './authority.ts'

export type RedisServer = AsyncDisposable & {
  port: number
  /** A connection with all rights. */
  admin: Redis
  /** At once, as when a machine is gone. */
  kill(): Promise<void>
  /** Takes connections, and answers nothing while it does. */
  hang(now: boolean): void
}
/** TLS alone, with certificates of this authority, and of each client one too. */
export type TlsOfServers = {
  authority: Authority
  settings: string[]
  client: NonNullable<RedisOptions['tls']>
  parameters: string
}

export const redisPassword = 'password-of-redis'

/** Certificates for servers and clients in a folder. */
export function secureServers(folder: string): TlsOfServers {
  const authority = makeAuthority(folder)
  const { cert, key } = authority.issue('redis')
  return {
    authority,
    settings: [
      `tls-cert-file ${cert}`,
      `tls-key-file ${key}`,
      `tls-ca-cert-file ${authority.ca}`,
      'tls-auth-clients yes',
    ],
    client: { ca: readFileSync(authority.ca), cert: readFileSync(cert), key: readFileSync(key) },
    parameters: `tlsCAFile=${authority.ca}&tlsCertificateFile=${cert}&tlsKeyFile=${key}`,
  }
}

/** A real server in a folder of its own, with a password and lines of `redis.conf`. */
export async function startRedisServer(lines: string[], tls?: TlsOfServers, kind?: 'sentinel'): Promise<RedisServer> {
  await using closing = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'utter-redis-'))
  closing.defer(() => rm(folder, { recursive: true, force: true }))
  const [port, { env, cacheDir }] = [await freePort(), readSettings(process.env)]
  const program = await redisProgram({ env, cacheDir, report: () => {} })
  const settings = join(folder, 'redis.conf')
  const listens = tls ? ['port 0', `tls-port ${port}`, ...tls.settings] : [`port ${port}`]
  const own = kind ? [] : [`requirepass ${redisPassword}`, `masterauth ${redisPassword}`, 'save ""', 'appendonly no']
  await writeFile(settings, ['bind 127.0.0.1', `dir ${folder}`, ...listens, ...own, ...lines, ''].join('\n'))
  const output: string[] = []
  const child = spawnGroup([program.path, settings, ...(kind ? ['--sentinel'] : [])], {
    env: { ...plainEnv(env), ...program.env },
    onLine: (line) => output.push(line),
    kind: 'tool',
  })
  closing.defer(() => endGroup(child, 5_000))
  const admin = new Redis({
    port,
    ...(!kind && { password: redisPassword }),
    ...(tls && { tls: tls.client }),
    retryStrategy: () => 50,
  })
  admin.on('error', () => {})
  closing.defer(() => admin.disconnect())
  await eventually('the server of Redis answers', async () => {
    if (hasEnded(child)) throw new Error(`the server of Redis has ended: ${output.slice(-10).join('\n')}`)
    return admin.status === 'ready' && (await admin.ping()) === 'PONG'
  })
  const handedOver = closing.move()
  return {
    ...{ port, admin },
    hang(now) {
      if (child.pid) process.kill(-child.pid, now ? 'SIGSTOP' : 'SIGCONT')
    },
    async kill() {
      admin.disconnect()
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
      await eventually('it is gone', () => hasEnded(child))
    },
    [Symbol.asyncDispose]: () => handedOver.disposeAsync(),
  }
}
