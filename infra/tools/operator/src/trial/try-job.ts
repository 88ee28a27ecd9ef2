import type { Client } from '@utter/client/client'

/** How a trial ended: its sound came, or the first thing that did not: the submission, the job, the sound, or any of them in time. */
export const trialOutcomes = ['completed', 'refused', 'failed', 'no-sound', 'late'] as const

export type Trial = {
  outcome: (typeof trialOutcomes)[number]
  /** From the submission to the last byte of the sound, or to the fault. */
  seconds: number
  jobId?: string
  /** The fault, in the API's own words. */
  reason?: string
}

/** Bytes of the shortest mp3 that has a word in it. */
const minSoundBytes = 2_000

/**
 * Submits a sentence as a customer does, follows the job to its end, and fetches its sound. The sentence is another each time, as the
 * sound of one that was spoken before would be copied.
 * @param limitMs in which all of it must be done
 */
export async function tryJob(
  client: Client,
  { voiceId, limitMs, now = () => new Date() }: { voiceId: string; limitMs: number; now?: () => Date },
): Promise<Trial> {
  const startedMs = performance.now()
  const signal = AbortSignal.timeout(limitMs)
  let jobId: string | undefined
  const ended = (outcome: Trial['outcome'], reason?: string): Trial => ({
    outcome,
    seconds: (performance.now() - startedMs) / 1_000,
    ...(jobId !== undefined && { jobId }),
    ...(reason !== undefined && { reason }),
  })
  const unlessLate = (outcome: Trial['outcome'], error: unknown): Trial =>
    signal.aborted ? ended('late', `not done within ${limitMs / 1_000} s`) : ended(outcome, messageOf(error))
  try {
    jobId = (await client.submit('tts', { userText: `A trial, at ${now().toISOString()}.`, voiceId }, { signal })).jobId
  } catch (error) {
    return unlessLate('refused', error)
  }
  try {
    const { status, error, durationMs = 0 } = await client.wait(jobId, { signal })
    if (status !== 'completed') return ended('failed', error ?? status)
    const sound = await client.audio(jobId, { signal })
    const isSound = isMp3(sound) && sound.length >= minSoundBytes && durationMs > 0
    return isSound ? ended('completed') : ended('no-sound', `${sound.length} bytes, ${durationMs} ms`)
  } catch (error) {
    return unlessLate('failed', error)
  }
}

/** Whether it begins as an mp3: with a frame, or a tag in front of one. */
const isMp3 = ([first = 0, second = 0, third = 0]: Uint8Array): boolean =>
  (first === 0xff && (second & 0xe0) === 0xe0) || String.fromCharCode(first, second, third) === 'ID3'

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
