import { VendorError } from '@utter/contracts/vendor-error'
import { notFound, tooManyAtOnce, unavailable } from '@utter/http/problem'
import { createSharedSemaphore, ShareFull } from '@utter/runtime/shared-semaphore'
import type { AudioFile } from '@utter/storage/audio/files'
import type { WorkDeps } from '../deps.ts'
import { unknownVoice } from '../domain/find-voice.ts'
import { record } from '../domain/recording.ts'
import { type OwnSamples, ownSampleName, ownSampleRequest, type SampledVoice } from '../domain/voice-sample.ts'

type Deps = Pick<WorkDeps, 'speech' | 'mastering' | 'files'>

/** Samples that wait for the one that is made, in this process and of one account: a person hears one after the other. */
const maxWaiting = 4
const maxWaitingPerAccount = 1
/** The longest wait and making together, in ms: within the gateway's own. */
const limitMs = 20_000

/** Samples are made one at a time, and each once: nobody pays for them, so they hold nothing up. */
export function createOwnSamples({ speech, mastering, files }: Deps): OwnSamples {
  const turns = createSharedSemaphore(1, { maxWaiting, maxWaitingPerAccount })
  const underWay = new Map<string, Promise<AudioFile>>()
  const make = async (voice: SampledVoice, name: string): Promise<AudioFile> => {
    const signal = AbortSignal.timeout(limitMs)
    const release = await turns.acquire(voice.userId, signal).catch(busy)
    try {
      const request = ownSampleRequest(voice, await speech.voices())
      const speak = (text: string) => speech.speak({ ...request, text }, { signal })
      const { mp3 } = await mastering.master(await record(speak, { text: request.text, onDone: () => {} }), { signal })
      await files.write(name, mp3, 'sample')
      return (await files.find(name)) ?? busy()
    } catch (error) {
      if (error instanceof VendorError && error.code === unknownVoice.code)
        throw notFound(unknownVoice.sentence, unknownVoice.code)
      throw signal.aborted || error instanceof VendorError ? busy(error) : error
    } finally {
      release()
    }
  }
  return {
    async sampleOf(voice) {
      const name = ownSampleName(voice)
      const made = (await files.find(name)) ?? underWay.get(name)
      if (made) return made
      const making = make(voice, name).finally(() => underWay.delete(name))
      underWay.set(name, making)
      return making
    },
  }
}

function busy(cause?: unknown): never {
  if (cause instanceof ShareFull) throw tooManyAtOnce(5, cause)
  throw unavailable('The voices are busy, try again in a moment', 5, cause)
}
