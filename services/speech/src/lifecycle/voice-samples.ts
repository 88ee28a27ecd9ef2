import { repeatEvery } from '@utter/runtime/repeat-every'
import type { Log } from '@utter/telemetry/log'
import type { WorkDeps } from '../deps.ts'
import { record } from '../domain/recording.ts'
import { sampleName, sampleRequest } from '../domain/voice-sample.ts'

type Deps = Pick<WorkDeps, 'speech' | 'mastering' | 'files'>

/** The pause before samples are looked for again: one that could not be made, or whose file was removed. */
const lookEveryMs = 60_000

/** Speaks and stores the sample of each voice that has none. Two replicas may make the same at once: both write the same file. */
export async function makeSamples({ speech, mastering, files }: Deps, signal: AbortSignal): Promise<void> {
  for (const voice of await speech.voices()) {
    const name = sampleName(voice)
    if (await files.find(name)) continue
    const request = sampleRequest(voice)
    const speak = (text: string) => speech.speak({ ...request, text }, { signal })
    const { mp3 } = await mastering.master(await record(speak, { text: request.text, onDone: () => {} }), { signal })
    await files.write(name, mp3, 'sample')
  }
}

/** Makes the samples in the background, from now on. */
export function startMakingSamples(deps: Deps, log: Log): AsyncDisposable {
  const stop = new AbortController()
  const make = async () => {
    await makeSamples(deps, stop.signal).catch((error: unknown) => {
      if (!stop.signal.aborted) throw error
    })
  }
  const first = make().catch((error: unknown) => log.warn({ err: error }, 'a voice has no sample yet'))
  const later = repeatEvery(lookEveryMs, 'voice samples', log, make)
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await Promise.all([first, later[Symbol.asyncDispose]()])
    },
  }
}
