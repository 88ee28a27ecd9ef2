import type { VoiceView } from '@utter/contracts/http/voices'
import type { Deps } from '../deps.ts'

/** The voices that speak, each with the address of its sample. */
export const shownVoices = async (speech: Pick<Deps['speech'], 'voices'>): Promise<VoiceView[]> =>
  (await speech.voices()).map((voice) => ({
    ...voice,
    sampleUrl: `/api/voices/${encodeURIComponent(voice.id)}/sample.mp3`,
  }))
