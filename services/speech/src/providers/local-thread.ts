import { createRequire } from 'node:module'
import { join } from 'node:path'
import { workerData } from 'node:worker_threads'
import { serveThread } from '../domain/thread.ts'
import type { Expression } from './expression.ts'

/** The part of sherpa-onnx-node that is used; the package brings no declarations. */
type OfflineTts = {
  generateAsync(request: {
    text: string
    sid: number
    speed: number
    enableExternalBuffer: boolean
    onProgress: () => number
  }): Promise<{ samples: Float32Array; sampleRate: number }>
}
type Sherpa = { OfflineTts: { createAsync(config: unknown): Promise<OfflineTts> } }

export type LocalThreadData = Expression & { dir: string }
export type LocalRequest = { text: string } | 'load'
export type LocalAnswer = { samples: Float32Array; sampleRate: number }

// By require, since the package is CommonJS without named exports that Node could see.
const { OfflineTts } = createRequire(import.meta.url)('sherpa-onnx-node') as Sherpa
const { dir, noiseScale, noiseScaleW } = workerData as LocalThreadData

const loading = OfflineTts.createAsync({
  model: {
    vits: {
      model: join(dir, 'model.onnx'),
      tokens: join(dir, 'tokens.txt'),
      dataDir: join(dir, 'espeak-ng-data'),
      noiseScale,
      noiseScaleW,
      lengthScale: 1,
    },
    numThreads: 1,
    provider: 'cpu',
    debug: 0,
  },
  maxNumSentences: 1,
  silenceScale: 1, // below 1, pauses inside a sentence are cut down
})

serveThread<LocalRequest, LocalAnswer>(async (request, stopped) => {
  const tts = await loading
  if (request === 'load') return { samples: new Float32Array(), sampleRate: 0 }
  // An external buffer would point into memory that the voice frees.
  return tts.generateAsync({
    text: request.text,
    sid: 0,
    speed: 1,
    enableExternalBuffer: false,
    onProgress: () => (stopped() ? 0 : 1),
  })
})
