import type { Readable } from 'node:stream'

export type AudioFile = { name: string; sizeBytes: number; modifiedAt: Date }

/** The kind of content, for stores that can give each kind a lifetime of its own; `work`: a sound or a piece of a work. */
export type AudioKind = 'recording' | 'sample' | 'work'

/** A store of mp3s, and of pieces of works: a folder, or a bucket, by the same methods. Names hold letters, digits, `-`, `_` and `.` only. */
export type AudioFiles = {
  /** Whole or not at all: a reader never sees half a file. @param kind a recording, if not given */
  write(name: string, bytes: Buffer, kind?: AudioKind): Promise<void>
  /** Undefined when there is no such file. */
  find(name: string): Promise<AudioFile | undefined>
  /** Bytes from `start` to `end`, both counted in; fails with the code `ENOENT` when there is no such file. Destroying it ends the reading. */
  read(name: string, range?: { start: number; end: number }): Readable
  /** Removes the file, if there is one. */
  remove(name: string): Promise<void>
  /** Removes every file whose name begins with this: the attempts of one job, the results of none. */
  removeAll(prefix: string): Promise<void>
  list(): AsyncIterable<AudioFile>
  /** Removes drafts from before this time, whose writers died. @returns how many */
  removeDrafts(before: Date): Promise<number>
}

/** An opened store, with what its process needs of it. */
export type AudioStore = {
  files: AudioFiles
  /** Throws when the store cannot be used. */
  check(): Promise<unknown>
  close(): void
}

export const isAudioName = (name: string): boolean => /^[\w-][\w.-]{0,200}$/.test(name)

/** The name, when it is one. @throws for a name that would lead elsewhere */
export function checkedName(name: string): string {
  if (!isAudioName(name)) throw new Error('not a name of an audio file')
  return name
}
