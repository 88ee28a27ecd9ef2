import type { Checked } from '@utter/contracts/jobs'
import type { SoundedWords } from '../words/sounded-words.ts'

/** The sound of a piece, with the times of its words where its voice has told them. */
type Sound = { samples: Float32Array; sampleRate: number; words?: SoundedWords }

/** The work whose pieces are kept, of this account. */
export type WorkOf = { userId: string; workId: string }

/**
 * A piece that is kept: the file of its sound, in 16 bit at this rate, and where its voice has told them the times of its words. `checked`: how it was held
 * against its text.
 */
export type KeptPiece = {
  _id: string
  userId: string
  name: string
  sampleRate: number
  words?: SoundedWords
  checked: Checked
}

/** A piece that may be kept, as its voice has spoken it, before it is fitted into its place. `before`: the kept one that it is. */
export type OwnPiece = Sound & { key: string; characters: number; before?: KeptPiece }

/** Pieces of works, by account and key. Every method throws where MongoDB or the store of the audio is unavailable. */
export type KeptPieces = {
  /** The pieces of these keys that are there, by key: each is one of this work's from now on. */
  find(work: WorkOf, keys: string[]): Promise<Map<string, KeptPiece>>
  /** The sound of a piece; undefined where its file is gone, so that it is spoken again. */
  read(piece: KeptPiece): Promise<Sound | undefined>
  /** Keeps a piece for a work, in place of one that has the key. @throws the signal's reason, with nothing kept */
  keep(work: WorkOf, key: string, piece: Sound & { checked: Checked }, signal: AbortSignal): Promise<void>
  /**
   * Notes that the sound of a job has these pieces.
   * @returns the keys of those that the sound of no earlier job has; the same ones again for the same job
   */
  noteUse(work: WorkOf, jobId: string, keys: string[]): Promise<string[]>
  /** Keys of the pieces that a job has come to a sound with: they are new in no other one. */
  used(userId: string, keys: string[]): Promise<string[]>
  /** Whether the account has a piece at all. */
  hasAny(userId: string): Promise<boolean>
  /** Notes that each word of a kept piece was heard. */
  heard(piece: KeptPiece): Promise<void>
  /** Removes a work from its pieces, and those that are no other's with their sounds. */
  removeWork(work: WorkOf): Promise<void>
  /** Removes all pieces of an account. */
  removeOf(userId: string): Promise<void>
}
