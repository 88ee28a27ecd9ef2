import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { checkSums } from '../cache/checksums.ts'
import { fetchOnce } from '../cache/fetch.ts'
import { messageOf } from '../start-error.ts'
import type { ModelOptions, Prepared } from './prepared.ts'
import { unpackPythonPackage } from './python-package.ts'

/** A package of a program for one kind of machine; the voices in it, which alone are taken, are for any. */
const voices = {
  requirement: 'py-nanotts==0.1.1',
  sha256: '669dad8790893731ee17d24fa5f291852cefee7a016ec8783f69dc6ab4ccb52f',
  platform: 'manylinux_2_28_x86_64',
  folder: 'py_nanotts/lang',
}
/** The sums of AOSP's own files, which Debian's package has too. */
const sums = join(import.meta.dirname, 'pico.sha256')

/**
 * The data of SVOX Pico's voices (Apache-2.0), fetched once: two files for each language, 6.5 MB. Never throws: `missing` is a sentence with the
 * reason.
 */
export async function preparePico({ cacheDir, report }: ModelOptions): Promise<Prepared> {
  const label = 'The quick voices of five languages (Pico)'
  try {
    return { dir: await fetchOnce({ cacheDir, name: 'voice-pico', version: '1.0', label, report, make }) }
  } catch (error) {
    return { missing: `No quick voices in German, Spanish, French and Italian (Pico): ${messageOf(error)}.` }
  }
}

async function make(dir: string): Promise<void> {
  const scratch = join(dir, '.package')
  await mkdir(scratch)
  await unpackPythonPackage(voices.requirement, scratch, [voices.sha256], voices.platform)
  const folder = join(scratch, voices.folder)
  await checkSums(folder, sums)
  for (const name of await readdir(folder)) await rename(join(folder, name), join(dir, name))
  await rm(scratch, { recursive: true })
}
