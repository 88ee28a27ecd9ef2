import { copyFile, mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { debianRelease, unpackPackages } from '../backing/debian.ts'
import { fetchOnce } from '../cache/fetch.ts'
import { onPath } from '../cache/on-path.ts'
import { runTool } from '../cache/run-tool.ts'
import { messageOf } from '../start-error.ts'
import type { ModelOptions, Prepared } from './prepared.ts'

const packages = ['flite', 'libflite1']
const voices = ['slt', 'rms', 'awb']
const label = 'The voice program flite'
const otherwise = 'install flite'

type Options = ModelOptions & { env: NodeJS.ProcessEnv }

/**
 * flite with its voices: an installed one that has them, else one fetched once from Debian's packages (13 MB), a folder of the program and
 * its libraries and nothing else. Never throws: `missing` is a sentence with the reason.
 */
export async function prepareFlite({ cacheDir, env, report }: Options): Promise<Prepared> {
  try {
    const installed = await onPath('flite', env)
    if (installed && (await hasVoices(dirname(installed)).catch(() => false))) return { dir: dirname(installed) }
    const version = await debianRelease(env, { label: 'flite', otherwise })
    return { dir: await fetchOnce({ cacheDir, name: 'voice-flite', version, label, report, make }) }
  } catch (error) {
    return { missing: `No voices of flite, so eSpeak speaks in their place: ${messageOf(error)}.` }
  }
}

async function make(dir: string): Promise<void> {
  const scratch = join(dir, '.packages')
  await mkdir(scratch)
  await unpackPackages(scratch, packages, otherwise)
  const found = await readdir(scratch, { recursive: true, withFileTypes: true })
  for (const { name, parentPath } of found) {
    // By the name under which the program loads it, which in the package is a link.
    if (name === 'flite' ? parentPath.endsWith('usr/bin') : /^lib[\w-]+\.so\.\d+$/.test(name))
      await copyFile(join(parentPath, name), join(dir, name))
  }
  await rm(scratch, { recursive: true })
  if (!(await hasVoices(dir))) throw new Error('the package holds other voices')
}

async function hasVoices(dir: string): Promise<boolean> {
  const listed = await runTool(join(dir, 'flite'), ['-lv'], { env: { LD_LIBRARY_PATH: dir }, timeoutMs: 10_000 })
  return voices.every((voice) => listed.split(/\s+/).includes(voice))
}
