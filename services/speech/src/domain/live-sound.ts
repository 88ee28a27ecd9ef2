/** The sounds of jobs while they are spoken: mp3 frames, for as long as somebody may still be listening. */
export type LiveSounds = {
  /** Begins a recording of the job; listeners of an earlier one are cut off. */
  begin(jobId: string, userId: string): Promise<LiveSound>
  /** The recording that runs, or has just ended; undefined while there is no sound of one. */
  find(jobId: string): Promise<HeardSound | undefined>
}

/** A recording as it is made. Each method throws where Redis is unavailable. */
export type LiveSound = {
  add(frames: Uint8Array): Promise<void>
  /** Its listeners hear it to its end. */
  end(): Promise<void>
  /** Its listeners are cut off. */
  breakOff(): Promise<void>
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
