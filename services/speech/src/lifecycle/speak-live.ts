import type { WorkDeps } from '../deps.ts'
import type { HeardPiece, LiveSound, LiveSounds, Speaker } from '../domain/live/live-sound.ts'
import type { RecordedPiece } from '../domain/recording.ts'

export type SpokenLive = {
  /**
   * A recording begins, by another voice or from the start: it does not go on with what was heard before, but for the pieces of the job's first one that were
   * heard as its reply was written, as far as they are its own.
   */
  begin(): void
  add(piece: RecordedPiece): void
  /** All pieces of the recording were added: its listeners hear it to its end. */
  end(): void
  /** The recording counts for nothing: its listeners are cut off. */
  breakOff(): void
  /** Nothing more is added from here: another step goes on with the recording. */
  leave(): void
}

/** In place of a live sound, for a job that nobody wants to hear as it is spoken. */
export const notLive: SpokenLive = { begin() {}, add() {}, end() {}, breakOff() {}, leave() {} }

type Present = {
  sound: LiveSound
  isHeard: boolean
  gainDb?: number | undefined
  /** Pieces that were heard before this recording began, and are not added yet. */
  before: HeardPiece[]
  added: RecordedPiece[]
}

/**
 * The sound of a job while it is spoken. Each piece is brought to its loudness by itself, so that the first is as loud as the last. The voice does not wait
 * for it, and whatever fails here ends the live sound and nothing else: the job goes on to its file.
 * @param onAudible called once a recording, when its first piece can be heard
 */
export function speakLive(
  {
    liveSounds,
    mastering,
  }: {
    liveSounds: Pick<LiveSounds, 'begin' | 'takeOver'>
    mastering: Pick<WorkDeps['mastering'], 'masterPiece'>
  },
  { jobId, userId, by }: { jobId: string; userId: string; by: Speaker },
  { signal, onAudible }: { signal: AbortSignal; onAudible(): void },
): SpokenLive {
  let present: Present | undefined
  let isFirst = true
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
  const begin = async (): Promise<Present> => ({
    sound: await liveSounds.begin(jobId, userId, by),
    ...{ isHeard: false, before: [], added: [] },
  })
  const goOnOrBegin = async (): Promise<Present> => {
    const heard = await liveSounds.takeOver(jobId)
    return heard ? { sound: heard.sound, isHeard: true, before: heard.pieces, added: [] } : begin()
  }
  const add = async (to: Present, piece: RecordedPiece) => {
    to.added.push(piece)
    const heard = to.before.shift()
    if (heard) {
      if (piece.take !== undefined && heard.take === piece.take) {
        to.gainDb = heard.gainDb
        return
      }
      // Listeners heard something else than is spoken: another recording begins, with all that was spoken until now.
      const { added } = to
      await breakOff()
      present = await begin()
      for (const one of added) await add(present, one)
      return
    }
    const { frames, gainDb } = await mastering.masterPiece(piece, { signal, gainDb: to.gainDb })
    to.gainDb = gainDb
    await to.sound.add(frames, { take: piece.take, gainDb })
    if (!to.isHeard) onAudible()
    to.isHeard = true
  }
  return {
    begin() {
      enqueue(async () => {
        await breakOff()
        present = await (isFirst && by === 'step' ? goOnOrBegin() : begin())
        isFirst = false
      })
    },
    add(piece) {
      enqueue(async () => {
        if (present) await add(present, piece)
      })
    },
    end() {
      enqueue(async () => {
        // More was heard than the reply has.
        if (present && present.before.length > 0) await breakOff()
        await present?.sound.end()
      })
    },
    breakOff() {
      enqueue(breakOff)
    },
    leave() {
      enqueue(async () => present?.sound.leave())
    },
  }
}
