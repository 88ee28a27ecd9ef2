import { join } from 'node:path'
import { ttsDefaults } from '@utter/contracts/jobs'
import { VendorError } from '@utter/contracts/vendor-error'
import { completenessOf } from '../../domain/completeness.ts'
import type { Voice } from '../../domain/voice.ts'
import { counting } from '../../domain/voice-sample.ts'
import { openEngine } from '../../engines/engine.ts'
import type { ModelCheck } from '../../engines/piper/model-check-engine.ts'
import type { PiperEngine } from '../../engines/piper/open-piper.ts'
import { scalesOf } from '../expression.ts'
import { describedVoice } from './description.ts'
import type { EnginePool } from './engine-pool.ts'
import { readDescriptions } from './voice-files.ts'

const checkLimitMs = 60_000
/** The longest model, and as much again for its parts. */
const maxCheckRssBytes = 700e6
/** Bounds of a slow and a quick voice that counts to ten. */
const [minTrialMs, maxTrialMs] = [1_000, 30_000]

type Options = { pool: Pick<EnginePool, 'use'>; closing: AbortSignal }

/**
 * A voice of a folder, after its model was looked into and has spoken a sentence.
 * @throws Error with the reason as the end of a sentence
 */
export async function checkedVoice(dir: string, id: string, { pool, closing }: Options): Promise<Voice> {
  const { json, sidecar } = await readDescriptions(dir, id)
  const described = describedVoice(id, json, sidecar)
  const model = join(dir, `${id}.onnx`)
  const { digest, fault } = await lookInto(model, closing)
  if (fault) throw new Error(fault)
  const voice = { ...described, model: `${id}-${digest}` }
  await pool.use(model, (engine) => speakOnce(engine, closing))
  return voice
}

async function lookInto(path: string, closing: AbortSignal): Promise<ModelCheck> {
  const engine = openEngine<{ path: string }, ModelCheck>(
    new URL('../../engines/piper/model-check-engine.ts', import.meta.url),
    { maxRssBytes: maxCheckRssBytes },
  )
  try {
    return await engine.call({ path }, { signal: AbortSignal.any([closing, AbortSignal.timeout(checkLimitMs)]) })
  } catch (cause) {
    closing.throwIfAborted()
    throw new Error('the process that reads it ended', { cause })
  } finally {
    await engine.close()
  }
}

async function speakOnce(engine: PiperEngine, closing: AbortSignal): Promise<void> {
  const signal = AbortSignal.any([closing, AbortSignal.timeout(checkLimitMs)])
  const { samples, sampleRate } = await engine
    .call({ text: counting, scales: scalesOf(ttsDefaults) }, { signal })
    .catch((cause: unknown) => {
      closing.throwIfAborted()
      if (signal.aborted) throw new Error(`it does not speak a sentence within ${checkLimitMs / 1000} s`, { cause })
      if (cause instanceof VendorError) throw new Error('its process ended while it spoke a sentence', { cause })
      throw new Error(`it does not run: ${firstLineOf(cause)}`, { cause })
    })
  const durationMs = (samples.length / sampleRate) * 1_000
  const isSpeech =
    samples.every(Number.isFinite) &&
    durationMs > minTrialMs &&
    durationMs < maxTrialMs &&
    completenessOf({ text: counting, durationMs, samples }).ok
  if (!isSpeech) throw new Error('it does not speak a sentence whole')
}

/** The message of an error that an engine has sent, without its stack. */
const firstLineOf = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n')[0] ?? '').slice(0, 300) : String(error)
