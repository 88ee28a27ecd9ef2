import { VendorError } from '@utter/contracts/vendor-error'
import { Problem } from '@utter/http/problem'
import type { WorkDeps } from '../deps.ts'
import { type PronunciationSamples, pronunciationRequest } from '../domain/pronunciation-sample.ts'
import { type FreeSpeech, voicesBusy } from './free-speech.ts'

type Deps = Pick<WorkDeps, 'speech'> & { freeSpeech: FreeSpeech }

/** Faults of the spoken form itself: another try would end alike. */
const faultsOfForm = new Set(['language_not_spoken', 'nothing_to_speak', 'text_left_out', 'voice_ran_on'])

/** Samples are not kept: they are an account's own words. */
export const createPronunciationSamples = ({ speech, freeSpeech }: Deps): PronunciationSamples => ({
  async sampleOf(userId, entry) {
    try {
      return await freeSpeech.speak(userId, (signal) => pronunciationRequest(speech, userId, entry, signal))
    } catch (error) {
      if (!(error instanceof VendorError)) throw error
      const { code, sentence } = error
      if (!faultsOfForm.has(code)) voicesBusy(error)
      const details = [{ field: 'entry.to', message: sentence }]
      throw new Problem(400, code, sentence, { details, cause: error })
    }
  },
})
