import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { VendorError } from '@utter/contracts/vendor-error'
import { type Samples, samplesOfWav } from '../audio/wav.ts'

/** The names of its voices. */
export async function fliteVoices(dir: string, signal: AbortSignal): Promise<string[]> {
  const { stdout } = await promisify(execFile)(join(dir, 'flite'), ['-lv'], { env: environmentOf(dir), signal })
  return stdout.split(/\s+/)
}

/** Its name and version, `flite-2.2-current`; the name alone where it reports no version. */
export async function fliteVersion(dir: string, signal: AbortSignal): Promise<string> {
  // Its exit code is 1 all the same.
  const child = spawn(join(dir, 'flite'), ['--version'], {
    env: environmentOf(dir),
    signal,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  child.once('error', () => {})
  return /flite-[\w.-]+/.exec(await textOf(child.stdout))?.[0] ?? 'flite'
}

/** Nothing of ours, which holds keys: flite parses texts of strangers. */
const environmentOf = (dir: string) => ({ LD_LIBRARY_PATH: dir })

/** `text` is ASCII and shorter than flite's buffers of 256 characters, of which it grows some only once. */
export type FliteRequest = { voice: string; features: Record<string, number>; text: string }

/**
 * Speaks a piece by a process of its own, killed on abort. The text goes by standard input: no argument and no file of
 * another user can be made of it. The audio is read from a file, since flite seeks back in it; the file has lost its
 * name by then, so no audio is ever left behind.
 * @throws the signal's reason; VendorError transient `engine_ended`
 */
export async function runFlite(
  dir: string,
  { voice, features, text }: FliteRequest,
  signal: AbortSignal,
): Promise<Samples> {
  signal.throwIfAborted()
  const path = join(tmpdir(), `utter-flite-${randomUUID()}`)
  await using file = await open(path, 'wx+', 0o600)
  await rm(path)
  const set = Object.entries(features).flatMap(([name, value]) => ['--setf', `${name}=${value.toFixed(3)}`])
  const child = spawn(join(dir, 'flite'), ['-voice', voice, ...set, '-f', '-', '-o', '/proc/self/fd/3'], {
    env: environmentOf(dir),
    stdio: ['pipe', 'ignore', 'ignore', file.fd],
    signal,
    killSignal: 'SIGKILL',
  })
  // A process that has died does not read it; its end follows.
  child.stdin?.on('error', () => {}).end(text)
  try {
    const [code, killedBy] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
    if (code !== 0) throw new Error(`flite ended by ${killedBy ?? `code ${code}`}`)
  } catch (cause) {
    signal.throwIfAborted()
    throw new VendorError('transient', 'engine_ended', 'The voice did not answer', { cause })
  }
  const { size } = await file.stat()
  const wav = Buffer.alloc(size)
  await file.read(wav, 0, size, 0)
  return samplesOfWav(wav)
}
