import { createRequire } from 'node:module'
import { join } from 'node:path'
import { serveEngine } from './serve-engine.ts'

/** The part of sherpa-onnx-node that is used; the package brings no declarations. */
type OfflineTts = {
  generateAsync(request: {
    text: string
    sid: number
    speed: number
    enableExternalBuffer: boolean
  }): Promise<{ samples: Float32Array; sampleRate: number }>
}
type Sherpa = { OfflineTts: { createAsync(config: unknown): Promise<OfflineTts> } }

export type PiperRequest = { text: string } | 'load'
export type PiperAnswer = { samples: Float32Array; sampleRate: number }

// By require, since the package is CommonJS without named exports that Node could see.
const { OfflineTts } = createRequire(import.meta.url)('sherpa-onnx-node') as Sherpa
const [dir = '', noiseScale, noiseScaleW] = process.argv.slice(2)

const loading = OfflineTts.createAsync({
  model: {
    vits: {
      model: join(dir, 'model.onnx'),
      tokens: join(dir, 'tokens.txt'),
      dataDir: join(dir, 'espeak-ng-data'),
      noiseScale: Number(noiseScale),
      noiseScaleW: Number(noiseScaleW),
      lengthScale: 1,
    },
    numThreads: 1,
    provider: 'cpu',
    debug: 0,
  },
  maxNumSentences: 1,
  silenceScale: 1, // below 1, pauses inside a sentence are cut down
})

serveEngine<PiperRequest, PiperAnswer>(async (request) => {
  const tts = await loading
  if (request === 'load') return { samples: new Float32Array(), sampleRate: 0 }
  // An external buffer would point into memory that the voice frees.
  return tts.generateAsync({
    text: request.text,
    sid: 0,
    speed: 1,
    enableExternalBuffer: false,
  })
})
