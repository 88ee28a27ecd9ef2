import { type Engine, openEngine } from '../engine.ts'
import type { PiperAnswer, PiperRequest } from './piper-engine.ts'

export type PiperEngine = Engine<PiperRequest, PiperAnswer>

/** About twice what it holds after the longest pieces; foreign letters could take it to 1.6 GB. */
export const piperMaxRssBytes = 900e6

/** The engine of a Piper voice, loaded with the first request. @param model its `.onnx`, beside which its `.onnx.json` is */
export const openPiperEngine = (model: string, concurrency = 1): PiperEngine =>
  openEngine(new URL('./piper-engine.ts', import.meta.url), {
    args: [model],
    concurrency,
    maxRssBytes: piperMaxRssBytes,
  })
