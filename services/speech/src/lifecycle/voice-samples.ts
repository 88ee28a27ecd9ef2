import { repeatEvery } from '@utter/runtime/repeat-every'
import type { Log } from '@utter/telemetry/log'
import type { WorkDeps } from '../deps.ts'
import { record } from '../domain/recording.ts'
import { isOnDemand, sampleName, sampleRequest, type WantedSamples } from '../domain/voice-sample.ts'

type Deps = Pick<WorkDeps, 'speech' | 'mastering' | 'files'>

/** The pause before samples are looked for again: one that could not be made, or whose file was removed. */
const lookEveryMs = 60_000

/**
 * Speaks and stores the sample of each voice that has none; of those on demand only the wanted ones. A voice that fails holds no other
 * up. Two replicas may make the same at once: both write the same file. @throws the first failure, after the last voice
 */
export async function makeSamples(
  { speech, mastering, files }: Deps,
  signal: AbortSignal,
  wanted: ReadonlySet<string> = new Set(),
): Promise<void> {
  const failures: unknown[] = []
  for (const voice of await speech.voices()) {
    if (signal.aborted) break
    const name = sampleName(voice)
    if (isOnDemand(voice) && !wanted.has(name)) continue
    try {
      if (await files.find(name)) continue
      const request = sampleRequest(voice)
      const speak = (text: string) => speech.speak({ ...request, text }, { signal })
      const { mp3 } = await mastering.master(await record(speak, { text: request.text, onDone: () => {} }), { signal })
      await files.write(name, mp3, 'sample')
    } catch (error) {
      failures.push(error)
    }
  }
  signal.throwIfAborted()
  if (failures.length > 0) throw failures[0]
}

/** Makes the samples in the background, from now on. */
export function startMakingSamples(deps: Deps, log: Log): AsyncDisposable & WantedSamples {
  const stop = new AbortController()
  const wanted = new Set<string>()
  /** Asked for since the last look: a vendor that fails is not called, and perhaps paid, by each request. */
  const tried = new Set<string>()
  const make = async () => {
    const asked = new Set(wanted)
    wanted.clear()
    await makeSamples(deps, stop.signal, asked).catch((error: unknown) => {
      if (!stop.signal.aborted) throw error
    })
  }
  const makeNow = () => make().catch((error: unknown) => log.warn({ err: error }, 'a voice has no sample yet'))
  let making = makeNow()
  const later = repeatEvery(lookEveryMs, 'voice samples', log, async () => {
    tried.clear()
    await make()
  })
  return {
    async want(voice) {
      const name = sampleName(voice)
      if (!tried.has(name) && !stop.signal.aborted) {
        tried.add(name)
        wanted.add(name)
        // Turns follow each other: the next makes all that are wanted by then.
        if (wanted.size === 1) making = making.then(makeNow)
      }
      await making
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      await Promise.all([making, later[Symbol.asyncDispose]()])
    },
  }
}
