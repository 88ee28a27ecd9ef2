/** A step speaks a text that is there; a reply that is still written is spoken ahead of its step. */
export type Speaker = 'step' | 'ahead'

/** The sounds of jobs while they are spoken: mp3 frames, for as long as somebody may still be listening. */
export type LiveSounds = {
  /**
   * Begins a recording of the job; listeners of an earlier one are cut off.
   * @throws Error `ahead` of the job's step, which has begun its own
   */
  begin(jobId: string, userId: string, by: Speaker): Promise<LiveSound>
  /** Goes on with the recording that runs, in place of whoever has begun it; undefined where there is none. */
  takeOver(jobId: string): Promise<{ sound: LiveSound; pieces: HeardPiece[] } | undefined>
  /** The recording that runs, or has just ended; undefined while there is no sound of one. */
  find(jobId: string): Promise<HeardSound | undefined>
}

/**
 * A piece that is in a recording: its gain, the take that it is, where that was spoken before its step, how long its frames are, and how much later its
 * sound begins than they.
 */
export type HeardPiece = {
  take?: string | undefined
  gainDb?: number | undefined
  ms?: number | undefined
  lateMs?: number | undefined
}

/** A recording as it is made. Each method throws where Redis is unavailable, and `add` and `end` where another recording or another process took its place. */
export type LiveSound = {
  add(frames: Uint8Array, piece: HeardPiece): Promise<void>
  /** Its listeners hear it to its end. */
  end(): Promise<void>
  /** Its listeners are cut off. */
  breakOff(): Promise<void>
  /** Nothing more is added from here: whoever takes it over goes on with it, else it is gone in 15 s. */
  leave(): void
}

/** A recording as it is heard, from its first frame. */
export type HeardSound = {
  userId: string
  /**
   * @param isGone whether the listener has left
   * @throws Error when it is broken off, another one of the job has begun, or Redis is unavailable
   */
  frames(isGone: () => boolean): AsyncGenerator<Uint8Array>
}
