import { createHash } from 'node:crypto'
import { ttsDefaults } from '@utter/contracts/jobs'
import { isOutside } from './speech-vendors.ts'
import type { SpeakRequest, Voice } from './voice.ts'

export type WantedSamples = {
  /** Has a sample on demand made. Resolves when it is there, or could not be made. */
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
const sampleText = ({ language }: Voice): string => texts[language.split('-')[0] ?? ''] ?? english

export const sampleRequest = (voice: Voice): SpeakRequest => ({
  text: sampleText(voice),
  voiceId: voice.id,
  settings: { ...ttsDefaults },
})

/**
 * The file of a voice's sample: the same on every replica, and another when the sentence or the voice changes. Unlike a job's audio it
 * names no owner, so the sweep leaves it alone.
 */
export function sampleName(voice: Voice): string {
  const { id, provider } = voice
  const mark = createHash('sha256')
    .update(JSON.stringify([provider, id, sampleText(voice)]))
    .digest('hex')
    .slice(0, 8)
  return `sample-${id.replaceAll(/[^\w-]+/g, '-')}-${mark}.mp3`
}

/** Whether a file is a sample, of now or of an earlier sentence. */
export const isSampleName = (name: string): boolean => /^sample-[\w-]+\.mp3$/.test(name)
