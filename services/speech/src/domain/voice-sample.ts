import { createHash } from 'node:crypto'
import { ttsDefaults } from '@utter/contracts/jobs'
import { isOutside } from '@utter/contracts/voice-vendors'
import type { AudioFile } from '@utter/storage/audio/files'
import type { OwnVoice, SpeakRequest, Voice } from './voice.ts'

export type WantedSamples = {
  /** Has a sample made that is not there. Resolves when it is, or could not be made. */
  want(voice: Voice): Promise<void>
}

/**
 * Whether a sample is made only when somebody asks for it: of a vendor outside it is paid for, and those of all natural voices would take
 * this machine minutes.
 */
export const isOnDemand = (voice: Voice): boolean =>
  isOutside(voice) || (voice.speedClass === 'natural' && !voice.aliases.includes('default'))

const english = 'Good morning. This is how I sound when I read your words aloud, clearly and without any hurry.'
/** The same sentence in the languages of the voices, by their first subtag. */
const texts: Record<string, string> = {
  de: 'Guten Morgen. So klinge ich, wenn ich deine Worte laut vorlese, deutlich und ganz ohne Eile.',
  en: english,
  es: 'Buenos días. Así sueno cuando leo tus palabras en voz alta, con claridad y sin ninguna prisa.',
  fr: 'Bonjour. Voici comment je sonne quand je lis tes mots à voix haute, clairement et sans me presser.',
  hi: 'सुप्रभात। जब मैं आपके शब्द पढ़ती हूँ, तो मेरी आवाज़ ऐसी लगती है, साफ़ और बिना किसी जल्दी के।',
  it: 'Buongiorno. Ecco come suono quando leggo le tue parole ad alta voce, con chiarezza e senza fretta.',
  pt: 'Bom dia. É assim que eu soo quando leio as suas palavras em voz alta, com clareza e sem nenhuma pressa.',
}
/** A text that is spoken in any language. */
export const counting = '1, 2, 3, 4, 5, 6, 7, 8, 9, 10.'
/** A vendor outside speaks English by each voice. */
const sampleText = (voice: Voice): string =>
  texts[voice.language.split('-')[0] ?? ''] ?? (isOutside(voice) ? english : counting)

export const sampleRequest = (voice: Voice): SpeakRequest => ({
  text: sampleText(voice),
  voiceId: voice.id,
  settings: { ...ttsDefaults },
})

/** Shorter, since whoever mixes voices waits for each of these. */
const shortTexts: Record<string, string> = {
  en: 'This is how I sound when I read to you.',
  es: 'Así sueno cuando leo para ti.',
  fr: 'Voici comment je sonne quand je te fais la lecture.',
  hi: 'जब मैं आपके लिए पढ़ती हूँ, तो मेरी आवाज़ ऐसी लगती है।',
  it: 'Ecco come suono quando leggo per te.',
  pt: 'É assim que eu soo quando leio para você.',
}

/** The sample of an own voice. */
export const ownSampleRequest = ({ userId, voiceId, blend, traits }: SampledVoice, voices: Voice[]): SpeakRequest => {
  const [first] = blend ?? []
  const language = (voices.find(({ id }) => id === first?.voiceId) ?? traits)?.language ?? 'en'
  return {
    text: shortTexts[language.split('-')[0] ?? ''] ?? shortTexts.en ?? english,
    ...(first ? { voiceId: first.voiceId, ...(blend && { blend }) } : { voiceId, userId }),
    settings: { ...ttsDefaults },
  }
}
export type SampledVoice = Pick<OwnVoice, 'userId' | 'voiceId' | 'blend' | 'traits'>
export type OwnSamples = {
  /** The file of an own voice's sample, made where it is not there. @throws Problem 503 while the voices are busy, 404 for one that is gone */
  sampleOf(voice: SampledVoice): Promise<AudioFile>
}

/** The file of an own voice's sample. It is kept for hours alone, so that blends that were only tried do not pile up. */
export function ownSampleName({ userId, voiceId }: Pick<OwnVoice, 'userId' | 'voiceId'>): string {
  const mark = createHash('sha256').update(JSON.stringify([userId, voiceId, shortTexts]))
  return `sample-own-${mark.digest('hex').slice(0, 32)}.mp3`
}
export const isOwnSampleName = (name: string): boolean => /^sample-own-[0-9a-f]{32}\.mp3$/.test(name)

/**
 * The file of a voice's sample: the same on every replica, and another when the sentence or the voice changes. Unlike a job's audio it
 * names no owner, so the sweep leaves it alone.
 */
export function sampleName(voice: Voice): string {
  const { id, provider, model } = voice
  const mark = createHash('sha256')
    // A vendor's model changes by a setting, and each sample of it is paid for.
    .update(JSON.stringify([provider, id, sampleText(voice), ...(isOutside(voice) ? [] : [model])]))
    .digest('hex')
    .slice(0, 8)
  return `sample-${id.replaceAll(/[^\w-]+/g, '-')}-${mark}.mp3`
}

/** Whether a file is a sample, of now or of an earlier sentence. */
export const isSampleName = (name: string): boolean => /^sample-[\w-]+\.mp3$/.test(name)
