import { createWriteStream } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { sha256Of } from '../cache/checksums.ts'
import { fetchOnce } from '../cache/fetch.ts'
import { runTool } from '../cache/run-tool.ts'
import { messageOf } from '../start-error.ts'
import { mongoVersion } from './mongo-version.ts'
import { archiveFor, type Machine, thisMachine } from './mongod-archive.ts'
import type { StartContext } from './server.ts'
import { versionOf } from './version-of-mongod.ts'

export type Source = {
  origin: string
  machine: Machine
  /** Patience until its answer begins, and between two pieces of it. */
  headWithinMs: number
  silenceMs: number
}
export type Downloaded = { path: string } | { refusal: string }

const maker = (): Source => ({
  origin: 'https://fastdl.mongodb.org',
  machine: thisMachine(),
  headWithinMs: 5_000,
  silenceMs: 30_000,
})
const askAgainAfterMs = 24 * 3_600_000
const ownSums = fileURLToPath(new URL('mongod.sha256', import.meta.url))

/**
 * A mongod from its maker that was seen to run here, or the reason why there is none. A reason is remembered for a day, so that a machine
 * without a way out does not ask at each start.
 */
export async function downloadMongod(
  { cacheDir, report, signal }: StartContext,
  other: Partial<Source> = {},
): Promise<Downloaded> {
  const source = { ...maker(), ...other }
  const archive = archiveFor(source.machine)
  if (!archive) return { refusal: `MongoDB ${mongoVersion} is not made for this machine` }
  const remembered = join(cacheDir, `mongod-${mongoVersion}.refused`)
  const refused = await readRefusal(remembered)
  if (refused) return { refusal: refused }
  try {
    const folder = await fetchOnce({
      cacheDir,
      name: 'mongod',
      version: mongoVersion,
      label: `MongoDB ${mongoVersion}`,
      report,
      make: (tmpDir, note) => unpackMongod(tmpDir, archive, source, note),
    })
    await rm(remembered, { force: true })
    return { path: join(folder, 'mongod') }
  } catch (error) {
    const refusal = messageOf(error)
    // A start that a person broke off says nothing about the way out.
    if (!signal?.aborted) {
      await mkdir(cacheDir, { recursive: true })
      await writeFile(remembered, JSON.stringify({ atMs: Date.now(), refusal }))
    }
    return { refusal }
  }
}

async function readRefusal(file: string): Promise<string | undefined> {
  try {
    const { atMs, refusal } = JSON.parse(await readFile(file, 'utf8')) as { atMs: number; refusal: string }
    return Date.now() - atMs < askAgainAfterMs ? refusal : undefined
  } catch {
    return undefined
  }
}

async function unpackMongod(
  tmpDir: string,
  archive: string,
  source: Source,
  note: (text: string) => void,
): Promise<void> {
  const url = `${source.origin}/${archive}`
  const file = join(tmpDir, basename(archive))
  const sum = (await knownSum(basename(archive))) ?? (await makersSum(`${url}.sha256`, source))
  await pipeline(await ask(url, source, note), createWriteStream(file))
  if ((await sha256Of(file)) !== sum) throw new Error(`${basename(archive)} is not the file it should be`)
  const member = (await runTool('tar', ['-tzf', file])).split('\n').find((line) => line.endsWith('/bin/mongod'))
  if (!member) throw new Error(`${basename(archive)} holds no mongod`)
  await runTool('tar', ['-xzf', file, '-C', tmpDir, member])
  await rename(join(tmpDir, member), join(tmpDir, 'mongod'))
  for (const used of [file, join(tmpDir, member.split('/')[0] ?? '')]) await rm(used, { recursive: true })
  await versionOf(join(tmpDir, 'mongod'))
}

/** The sum in this repository; of archives that it does not name, their maker's own over a connection whose certificate was checked. */
async function knownSum(name: string): Promise<string | undefined> {
  const lines = (await readFile(ownSums, 'utf8')).trim().split('\n')
  return lines.map((line) => line.split('  ')).find(([, known]) => known === name)?.[0]
}

async function makersSum(url: string, source: Source): Promise<string> {
  return (await text(await ask(url, source))).split(/\s+/)[0] ?? ''
}

/** @returns the pieces of the answer, which end with an error when the host falls silent */
async function ask(url: string, { headWithinMs, silenceMs }: Source, note?: (text: string) => void) {
  const { host } = new URL(url)
  const patience = new AbortController()
  const giveUpAfter = (ms: number) =>
    setTimeout(() => patience.abort(new Error(`${host} did not answer within ${ms / 1000} s`)), ms)
  let timer = giveUpAfter(headWithinMs)
  const response = await fetch(url, { signal: patience.signal, redirect: 'error' })
    .catch((error: Error) => {
      throw patience.signal.aborted ? patience.signal.reason : new Error(`${host}: ${messageOf(error.cause ?? error)}`)
    })
    .finally(() => clearTimeout(timer))
  if (!response.ok || !response.body) throw new Error(`${host} answered ${response.status}`)
  const { body } = response
  return (async function* () {
    let bytes = 0
    try {
      timer = giveUpAfter(silenceMs)
      for await (const piece of body) {
        bytes += piece.length
        note?.(`${(bytes / 1e6).toFixed(0)} MB`)
        timer.refresh()
        yield piece as Uint8Array
      }
    } finally {
      clearTimeout(timer)
    }
  })()
}
