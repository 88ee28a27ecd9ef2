import { existsSync } from 'node:fs'
import { readdir, rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { tryLock } from './cache/lock.ts'
import { readSettings, repoDir } from './settings.ts'
import { StartError } from './start-error.ts'

// `npm run clean`: lists what it would remove and how much, asks, removes. Only files that a start has made: a data folder may hold others.
const ownData = [
  'audio',
  'format',
  'kafka',
  'logs',
  'mongo',
  'mongo-java',
  'mongo-version',
  'redis',
  'run.json',
  'secrets.json',
  'stripe-sandbox.json',
]

async function clean(): Promise<void> {
  const options = { yes: { type: 'boolean' }, 'keep-cache': { type: 'boolean' } } as const
  const { values } = parseArgs({ options })
  const { dataDir, cacheDir } = readSettings(process.env)
  const lock = existsSync(dataDir) ? tryLock(join(dataDir, 'lock')) : undefined
  if (existsSync(dataDir) && !lock) throw new StartError(`Utter runs on the data in ${dataDir}: stop it first.`)
  try {
    const oursToRemove = existsSync(join(cacheDir, 'CACHEDIR.TAG')) || cacheDir === join(repoDir, '.cache')
    const targets = [
      ...(existsSync(join(dataDir, 'format')) ? ownData.map((name) => join(dataDir, name)) : []),
      ...(oursToRemove && !values['keep-cache'] ? [cacheDir] : []),
      join(repoDir, 'web/dist'),
    ].filter((path) => existsSync(path))
    if (targets.length === 0) return console.log('There is nothing to remove.')
    for (const path of targets) console.log(`${megabytes(await sizeOf(path)).padStart(10)}  ${path}`)
    if (!values.yes && !(await agrees())) return console.log('Nothing was removed.')
    for (const path of targets) await rm(path, { recursive: true, force: true })
    console.log('Removed.')
  } finally {
    lock?.release()
    await rmdir(dataDir).catch(() => {}) // Only when nothing of others is left in it.
  }
}

async function agrees(): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new StartError('Nothing was removed: answer on a terminal, or add --yes (npm run clean -- --yes).')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question('Accounts, jobs and audio in it are lost. Remove all of it? (y/N) ')
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}

async function sizeOf(path: string): Promise<number> {
  const own = await stat(path)
  if (!own.isDirectory()) return own.size
  const sizes = await Promise.all((await readdir(path)).map((name) => sizeOf(join(path, name)).catch(() => 0)))
  return sizes.reduce((sum, size) => sum + size, 0)
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

try {
  await clean()
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}
