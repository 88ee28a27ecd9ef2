import { VendorError } from '@utter/contracts/vendor-error'
import { notFound } from '@utter/http/problem'
import type { AudioFile } from '@utter/storage/audio/files'
import type { WorkDeps } from '../deps.ts'
import { unknownVoice } from '../domain/find-voice.ts'
import { type OwnSamples, ownSampleName, ownSampleRequest, type SampledVoice } from '../domain/voice-sample.ts'
import { type FreeSpeech, voicesBusy } from './free-speech.ts'

type Deps = Pick<WorkDeps, 'speech' | 'files'> & { freeSpeech: FreeSpeech }

/** Each sample is made once. */
export function createOwnSamples({ speech, freeSpeech, files }: Deps): OwnSamples {
  const underWay = new Map<string, Promise<AudioFile>>()
  const make = async (voice: SampledVoice, name: string): Promise<AudioFile> => {
    try {
      const mp3 = await freeSpeech.speak(voice.userId, async () => ownSampleRequest(voice, await speech.voices()))
      await files.write(name, mp3, 'sample')
      return (await files.find(name)) ?? voicesBusy()
    } catch (error) {
      if (error instanceof VendorError && error.code === unknownVoice.code)
        throw notFound(unknownVoice.sentence, unknownVoice.code)
      throw error instanceof VendorError ? voicesBusy(error) : error
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
