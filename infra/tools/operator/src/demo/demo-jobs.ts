import { askedText, spokenText } from './texts.ts'
import { demoTimes } from './times.ts'

/** `cancelled`: it is to be cancelled as soon as it is accepted. `createdAt`: the time that it is dated back to. */
export type DemoJob = {
  path: '/api/tts' | '/api/reply'
  body: { userText: string; voiceId: string; ttsSettings?: { stability: number; style: number } }
  cancelled: boolean
  createdAt: Date
}

/** Each of the four voices, by its id and by aliases. Joe is a fourth of it: Piper takes ten times as long as flite. */
const voices = ['slt', 'joe', 'rms', 'awb', 'nova', 'slt', 'default', 'awb', 'onyx', 'rms']
/** Ids that no voice has: such a job fails with 'Invalid voice ID', free. */
const unknownVoices = ['clara', 'vc_narrator_2', 'en-US-Neural2-F']
const settings = [undefined, { stability: 0.7, style: 0.2 }, undefined, { stability: 0.35, style: 0.6 }]
/** Joe's model is loaded once for each expression, so his stay as they are. */
const isJoe = (voiceId: string) => ['joe', 'default'].includes(voiceId)

const [everyReply, everyUnknown, everyCancelled] = [5, 20, 40]

/** Jobs of an account that has been used for two days: one in five has its reply written first, some fail, and some are cancelled. */
export function demoJobs(count: number, now: Date): DemoJob[] {
  return demoTimes(count, now).map((createdAt, index) => {
    const isReply = index % everyReply === 0
    const isUnknown = index % everyUnknown === 7
    // The next voice after each reply, or all replies would have the same two voices.
    const voice = voices[(index + Math.floor(index / everyReply)) % voices.length]
    const voiceId = (isUnknown ? unknownVoices[index % unknownVoices.length] : voice) ?? 'joe'
    const ttsSettings = isJoe(voiceId) ? undefined : settings[index % settings.length]
    return {
      path: isReply ? '/api/reply' : '/api/tts',
      body: {
        userText: isReply ? askedText(index / everyReply) : spokenText(index),
        voiceId,
        ...(ttsSettings && { ttsSettings }),
      },
      // A reply, since speech that has started can no longer be cancelled.
      cancelled: index % everyCancelled === 15,
      createdAt,
    }
  })
}
