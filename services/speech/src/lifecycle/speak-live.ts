import type { WorkDeps } from '../deps.ts'
import type { HeardPiece, LiveSound, LiveSounds, Speaker } from '../domain/live/live-sound.ts'
import type { RecordedPiece } from '../domain/recording.ts'
import { movedWords } from '../domain/words/sounded-words.ts'
import { later, type SpokenPiece } from '../domain/words/spoken-piece.ts'

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

/** The pieces of a live sound that can be heard, at their place in it; whether others follow. */
export type Heard = { pieces: SpokenPiece[]; goesOn: boolean }

type Present = {
  sound: LiveSound
  isHeard: boolean
  gainDb?: number | undefined
  /** Pieces that were heard before this recording began, and are not added yet. */
  before: HeardPiece[]
  added: RecordedPiece[]
  /** Pieces that can be heard, at their place in the live sound. */
  heard: SpokenPiece[]
  /** How long they are together. */
  heardMs: number
}

/**
 * The sound of a job while it is spoken. Each piece is brought to its loudness by itself, so that the first is as loud as the last. The voice does not wait
 * for it, and whatever fails here ends the live sound and nothing else: the job goes on to its file.
 * @param onAudible called once a recording, when its first piece can be heard
 * @param onHeard called with each further piece that can be heard, and at the end
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
  {
    signal,
    onAudible,
    onHeard = () => {},
  }: { signal: AbortSignal; onAudible(): void; onHeard?: ((heard: Heard) => void) | undefined },
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
    ...{ isHeard: false, before: [], added: [], heard: [], heardMs: 0 },
  })
  const goOnOrBegin = async (): Promise<Present> => {
    const heard = await liveSounds.takeOver(jobId)
    if (!heard) return begin()
    return { sound: heard.sound, isHeard: true, before: heard.pieces, added: [], heard: [], heardMs: 0 }
  }
  const place = (to: Present, { said, tempo }: RecordedPiece, { ms, lateMs }: { ms: number; lateMs: number }) => {
    const [startMs, endMs] = [said.startMs / tempo, said.endMs / tempo]
    const words = said.words && movedWords(said.words, (at) => at / tempo)
    to.heard.push(later({ ...said, startMs, endMs, ...(words && { words }) }, to.heardMs + lateMs))
    to.heardMs += ms
  }
  const tellHeard = ({ heard, heardMs }: Present, goesOn: boolean) => {
    if (heard.length > 0 && !Number.isNaN(heardMs)) onHeard({ pieces: heard, goesOn })
  }
  const add = async (to: Present, piece: RecordedPiece) => {
    to.added.push(piece)
    const heard = to.before.shift()
    if (heard) {
      if (piece.take !== undefined && heard.take === piece.take) {
        to.gainDb = heard.gainDb
        // Another version's process did not note them: from here on no place is known.
        place(to, piece, { ms: heard.ms ?? Number.NaN, lateMs: heard.lateMs ?? Number.NaN })
        return
      }
      // Listeners heard something else than is spoken: another recording begins, with all that was spoken until now.
      const { added } = to
      await breakOff()
      present = await begin()
      for (const one of added) await add(present, one)
      return
    }
    const { frames, gainDb, ...times } = await mastering.masterPiece(piece, { signal, gainDb: to.gainDb })
    to.gainDb = gainDb
    await to.sound.add(frames, { take: piece.take, gainDb, ...times })
    place(to, piece, times)
    if (!to.isHeard) onAudible()
    to.isHeard = true
    tellHeard(to, true)
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
        if (present) tellHeard(present, false)
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
