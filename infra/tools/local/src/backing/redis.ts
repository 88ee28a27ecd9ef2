import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { redisAddress } from '@utter/storage/redis/address'
import { type RedisUser, redisUsers, userOf } from '@utter/storage/redis/rights'
import { fetchOnce } from '../cache/fetch.ts'
import { onPath } from '../cache/on-path.ts'
import { runTool } from '../cache/run-tool.ts'
import { freePort } from '../free-port.ts'
import { readSecrets, type Secrets } from '../secrets.ts'
import { redisAnswers } from './answers.ts'
import { debianRelease, unpackPackages } from './debian.ts'
import { checkAddress, externalServer, plainEnv, type Server, type StartContext } from './server.ts'

/** A program with what it needs of the environment. */
type Binary = { path: string; env: Record<string, string> }

/** REDIS_URL, else a server of our own. */
export async function findRedis(context: StartContext): Promise<Server> {
  const { dataDir, env, ephemeral } = context
  if (env.REDIS_URL) {
    checkAddress('REDIS_URL', redisAddress, env.REDIS_URL)
    return externalServer('Redis', 'REDIS_URL', env.REDIS_URL, redisAnswers, context.signal)
  }

  const binary = await redisProgram(context)
  const folder = join(dataDir, 'redis')
  await mkdir(folder, { recursive: true })
  const { REDIS_PASSWORD, redisPasswords } = await readSecrets(dataDir, env)
  const settings = join(folder, 'redis.conf')
  // In a file: arguments are for all users to read.
  const users = redisUsers.map((name) => `user ${userOf(name, redisPasswords[name]).join(' ')}`)
  await writeFile(settings, [`requirepass ${REDIS_PASSWORD}`, ...users, ''].join('\n'), { mode: 0o600 })
  const port = await freePort()
  const url = `redis://:${REDIS_PASSWORD}@127.0.0.1:${port}`
  const keep = ephemeral ? ['--appendonly', 'no'] : ['--appendonly', 'yes', '--appendfsync', 'everysec']
  return {
    url,
    spec: {
      command: [
        binary.path,
        settings,
        '--bind',
        '127.0.0.1',
        '--port',
        String(port),
        '--dir',
        folder,
        '--daemonize',
        'no',
        '--save',
        '',
        ...keep,
      ],
      env: { ...plainEnv(env), ...binary.env },
      ready: () => redisAnswers(url),
      readyTimeoutMs: 30_000,
    },
  }
}

/** The address of a Redis that was started here, for one of its users. */
export function redisUrlFor(user: RedisUser, url: string, { redisPasswords }: Pick<Secrets, 'redisPasswords'>): string {
  const own = new URL(url)
  Object.assign(own, { username: user, password: redisPasswords[user] })
  return own.href
}

/** The first version whose users have rights to read and to write apart. */
const minMajor = 7

/** An installed redis-server that is new enough, else Debian's, unpacked without installing. */
export async function redisProgram(context: Pick<StartContext, 'cacheDir' | 'env' | 'report'>): Promise<Binary> {
  const path = await onPath('redis-server', context.env)
  return path && (await majorOf(path)) >= minMajor ? { path, env: {} } : fetched(context)
}

/** The first part of a version; 0 where the program does not tell it. */
async function majorOf(path: string): Promise<number> {
  const told = await runTool(path, ['--version'], { timeoutMs: 10_000 }).catch(() => '')
  return Number(/\bv=(\d+)\./.exec(told)?.[1] ?? 0)
}

async function fetched({ cacheDir, env, report }: Pick<StartContext, 'cacheDir' | 'env' | 'report'>): Promise<Binary> {
  const release = await debianRelease(env)
  const folder = await fetchOnce({
    cacheDir,
    name: 'redis',
    version: release,
    label: 'Redis',
    report,
    make: async (tmpDir) => {
      await unpackPackages(tmpDir, ['redis-server', 'redis-tools'])
      const { path, env: libraryPath } = await binaryIn(tmpDir)
      await runTool(path, ['--version'], { env: libraryPath })
    },
  })
  return binaryIn(folder)
}

/** The server's program. The folder of its libraries depends on the processor, after which it is named. */
async function binaryIn(folder: string): Promise<Binary> {
  const libraries = join(folder, 'usr', 'lib')
  const folders = (await readdir(libraries, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(libraries, entry.name))
  return { path: join(folder, 'usr', 'bin', 'redis-server'), env: { LD_LIBRARY_PATH: folders.join(':') } }
}
