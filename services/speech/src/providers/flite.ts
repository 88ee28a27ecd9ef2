import { availableParallelism } from 'node:os'
import { ttsDefaults } from '@utter/contracts/jobs'
import { VendorError } from '@utter/contracts/vendor-error'
import { createSemaphore } from '@utter/runtime/semaphore'
import { mustFind } from '../domain/find-voice.ts'
import type { SpeechProvider, Voice, VoiceSettings } from '../domain/voice.ts'
import { fliteVersion, fliteVoices, runFlite } from '../engines/run-flite.ts'
import { asciiForm } from '../text/ascii-form.ts'
import { pitchSpreadOf } from './expression.ts'
import { speakPieces } from './speak-pieces.ts'

/** A voice of CMU's Arctic speakers, with its model's pitch deviation in Hz; rms's model takes no other. */
type FliteVoice = Omit<Voice, 'model'> & { pitchDeviationHz?: number }

const voiceOf = (
  id: string,
  name: string,
  { language, place, sex }: { language: string; place: string; sex: 'female' | 'male' },
): FliteVoice => ({
  id,
  name,
  description: `English (${place}), on this machine`,
  language,
  languages: [language],
  sex,
  speedClass: 'quick',
  settings: ['stability', 'style'],
  provider: 'flite',
  aliases: [],
})
const slt: FliteVoice = {
  ...voiceOf('slt', 'Sally', { language: 'en-US', place: 'US', sex: 'female' }),
  pitchDeviationHz: 27,
}
const voices: FliteVoice[] = [
  slt,
  { ...voiceOf('rms', 'Ramsey', { language: 'en-US', place: 'US', sex: 'male' }), settings: ['style'] },
  { ...voiceOf('awb', 'Alban', { language: 'en-GB', place: 'UK', sex: 'male' }), pitchDeviationHz: 25 },
]

const startLimitMs = 30_000

export type FliteOptions = {
  /** The folder of the program `flite`, with its libraries in it or installed. */
  dir: string
  /** Pieces spoken at once, a process each; others wait. All cores but one when not given. */
  slots?: number
}

/**
 * flite's voices of CMU's Arctic speakers, about 0.03 s of one core per second of speech and 21 MB while it lasts. It reads ASCII alone
 * and leaves out every other letter without a word of it, so a text is transliterated first.
 * Stability narrows and style widens the pitch of slt and awb; rms has a pitch that cannot be set, and style quickens its pace.
 * `similarityBoost` and `speakerBoost` have no counterpart.
 * Throws when flite does not run, or lacks a voice.
 */
export async function openFlite({
  dir,
  slots: slotCount = Math.max(1, availableParallelism() - 1),
}: FliteOptions): Promise<SpeechProvider> {
  const slots = createSemaphore(slotCount)
  const closing = new AbortController()
  const ask = async (voice: FliteVoice, text: string, settings: VoiceSettings, signal: AbortSignal) => {
    const release = await slots.acquire(signal)
    try {
      return await runFlite(dir, { voice: voice.id, features: featuresOf(voice, settings), text }, signal)
    } finally {
      release()
    }
  }
  const signal = AbortSignal.timeout(startLimitMs)
  const known = await fliteVoices(dir, signal)
  for (const voice of voices) {
    // It would speak by any other voice, without a word of it.
    if (!known.includes(voice.id)) throw new Error(`flite in ${dir} lacks the voice ${voice.id}`)
  }
  await ask(slt, 'Yes.', ttsDefaults, signal)
  // Its voices are built with it.
  const model = await fliteVersion(dir, signal)
  const shown = voices.map(({ pitchDeviationHz: _, ...voice }): Voice => ({ ...voice, model }))
  return {
    name: 'flite',
    voices: async () => shown,
    async *speak(request, options) {
      const { voiceId, settings } = request
      const voice = mustFind(voices, voiceId)
      const signal = AbortSignal.any([options.signal, closing.signal])
      signal.throwIfAborted()
      yield* speakPieces(request, (piece) => ask(voice, piece, settings, signal), {
        signal,
        languages: voice.languages,
        form: asciiForm,
      })
    },
    close: async () => closing.abort(new VendorError('transient', 'voice_failed', 'The voice was closed')),
  }
}

/** flite's own names; each is a factor or a figure of the voice's model. */
function featuresOf({ pitchDeviationHz }: FliteVoice, settings: VoiceSettings): Record<string, number> {
  const { speed = 1, style } = settings
  return pitchDeviationHz === undefined
    ? { duration_stretch: (1 - 0.15 * (style - ttsDefaults.style)) / speed }
    : {
        int_f0_target_stddev: pitchDeviationHz * pitchSpreadOf(settings),
        ...(speed !== 1 && { duration_stretch: 1 / speed }),
      }
}
