import type { Readable } from 'node:stream'

export type AudioFile = { name: string; sizeBytes: number; modifiedAt: Date }

/** A store of mp3s: a folder today, S3 or the like by the same methods. Names hold letters, digits, `-`, `_` and `.` only. */
export type AudioFiles = {
  /** Whole or not at all: a reader never sees half a file. */
  write(name: string, bytes: Buffer): Promise<void>
  /** Undefined when there is no such file. */
  find(name: string): Promise<AudioFile | undefined>
  /** Bytes from `start` to `end`, both counted in; throws when there is no such file. */
  read(name: string, range?: { start: number; end: number }): Readable
  /** Removes the file, if there is one. */
  remove(name: string): Promise<void>
  /** Removes every file whose name begins with this: the attempts of one job, the results of none. */
  removeAll(prefix: string): Promise<void>
  list(): AsyncIterable<AudioFile>
  /** Removes drafts from before this time, whose writers died. @returns how many */
  removeDrafts(before: Date): Promise<number>
}
