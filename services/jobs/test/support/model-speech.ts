import type { Job } from '../../src/domain/job/job.ts'

/** A paragraph as it sounds, by its voice. */
export const asSpoken = (text: string, voiceId: string): string => `${voiceId}: ${text.trim()}`

/**
 * A model of the pieces that speech keeps for an account, a paragraph each: a piece is new in the first job that has come to a sound with it, and in no other one.
 */
export function modelSpeech() {
  const firstJobs = new Map<string, string>()
  const sounds = new Map<string, string[]>()
  return {
    /** The job has a sound, for the first time or again. @returns its new characters */
    speak({ _id, voiceId: own, parts = [] }: Pick<Job, '_id' | 'voiceId' | 'parts'>): number {
      const pieces = parts.flatMap((part) =>
        'text' in part && part.text.trim() !== '' ? [asSpoken(part.text, part.voiceId ?? own)] : [],
      )
      sounds.set(_id, pieces)
      for (const piece of pieces) if (!firstJobs.has(piece)) firstJobs.set(piece, _id)
      const first = new Set(pieces.filter((piece) => firstJobs.get(piece) === _id))
      return [...first].reduce((sum, piece) => sum + piece.length, 0)
    },
    isSpoken: (text: string, voiceId: string): boolean => firstJobs.has(asSpoken(text, voiceId)),
    /** Texts that the sound of a job has, piece by piece. */
    soundOf: (jobId: string): string[] | undefined => sounds.get(jobId),
    hasNew: (jobId: string): boolean => [...firstJobs.values()].includes(jobId),
  }
}
export type ModelSpeech = ReturnType<typeof modelSpeech>
