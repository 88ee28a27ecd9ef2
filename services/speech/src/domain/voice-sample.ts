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

const text = 'Good morning. This is how I sound when I read your words aloud, clearly and without any hurry.'

export const sampleRequest = ({ id }: Voice): SpeakRequest => ({ text, voiceId: id, settings: { ...ttsDefaults } })

/**
 * The file of a voice's sample: the same on every replica, and another when the sentence or the voice changes. Unlike a job's audio it
 * names no owner, so the sweep leaves it alone.
 */
export function sampleName({ id, provider }: Voice): string {
  const mark = createHash('sha256')
    .update(JSON.stringify([provider, id, text]))
    .digest('hex')
    .slice(0, 8)
  return `sample-${id.replaceAll(/[^\w-]+/g, '-')}-${mark}.mp3`
}

/** Whether a file is a sample, of now or of an earlier sentence. */
export const isSampleName = (name: string): boolean => /^sample-[\w-]+\.mp3$/.test(name)
