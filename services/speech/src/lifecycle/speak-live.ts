import type { WorkDeps } from '../deps.ts'
import type { LiveSound } from '../domain/live-sound.ts'
import type { RecordedPiece } from '../domain/recording.ts'

export type SpokenLive = {
  /** A recording begins, by another voice or from the start: it does not go on with what was heard before. */
  begin(): void
  add(piece: RecordedPiece): void
  /** All pieces of the recording were added: its listeners hear it to its end. */
  end(): void
  /** The recording counts for nothing: its listeners are cut off. */
  breakOff(): void
}

/** In place of a live sound, for a job that nobody wants to hear as it is spoken. */
export const notLive: SpokenLive = { begin() {}, add() {}, end() {}, breakOff() {} }

/**
 * The sound of a job while it is spoken. Each piece is brought to its loudness by itself, so that the first is as loud as the last. The voice does not wait
 * for it, and whatever fails here ends the live sound and nothing else: the job goes on to its file.
 * @param onAudible called once a recording, when its first piece can be heard
 */
export function speakLive(
  {
    liveSounds,
    mastering,
  }: { liveSounds: WorkDeps['liveSounds']; mastering: Pick<WorkDeps['mastering'], 'masterPiece'> },
  { jobId, userId }: { jobId: string; userId: string },
  { signal, onAudible }: { signal: AbortSignal; onAudible(): void },
): SpokenLive {
  let present: { sound: LiveSound; isHeard: boolean; gainDb?: number } | undefined
  let work = Promise.resolve()
  const breakOff = async () => {
    const { sound } = present ?? {}
    present = undefined
    await sound?.breakOff()
  }
  /** Runs the steps in turn, in the order of the calls. */
  const enqueue = (step: () => Promise<void>) => {
    work = work.then(step).catch(() => breakOff().catch(() => {}))
  }
  return {
    begin() {
      enqueue(async () => {
        await breakOff()
        present = { sound: await liveSounds.begin(jobId, userId), isHeard: false }
      })
    },
    add(piece) {
      enqueue(async () => {
        if (!present) return
        const { frames, gainDb } = await mastering.masterPiece(piece, { signal, gainDb: present.gainDb })
        present.gainDb = gainDb
        await present.sound.add(frames)
        if (!present.isHeard) onAudible()
        present.isHeard = true
      })
    },
    end() {
      enqueue(async () => present?.sound.end())
    },
    breakOff() {
      enqueue(breakOff)
    },
  }
}
