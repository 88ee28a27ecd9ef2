import type { VoiceView } from '@utter/contracts/http/voices'
import type { Deps } from '../deps.ts'
import { isListed } from '../domain/find-voice.ts'

/** The voices that are listed, each with the address of its sample. */
export const shownVoices = async (speech: Pick<Deps['speech'], 'voices'>): Promise<VoiceView[]> =>
  (await speech.voices()).filter(isListed).map((voice) => ({
    ...voice,
    sampleUrl: `/api/voices/${encodeURIComponent(voice.id)}/sample.mp3`,
  }))
