import { setTimeout as pause } from 'node:timers/promises'
import { pieceOfFile } from '@utter/speech/domain/kept/piece-file'
import type { AudioFiles } from '@utter/storage/audio/files'

const everyMs = 1_000

/**
 * Watches the files of kept pieces: each take of a piece has a name of its own, and is there until another one is kept in its place. So a piece that was spoken
 * once has one name, and one that was spoken again after it was written has two.
 */
export function watchTakes(files: Pick<AudioFiles, 'list'>, userId: string) {
  const takes = new Map<string, Set<string>>()
  const stop = new AbortController()
  const look = async () => {
    for await (const { name } of files.list()) {
      const piece = pieceOfFile(name)
      if (piece?.startsWith(`${userId}:`)) takes.set(piece, (takes.get(piece) ?? new Set()).add(name))
    }
  }
  const running = (async () => {
    while (!stop.signal.aborted) {
      // A file may go while its folder is read.
      await look().catch(() => {})
      await pause(everyMs, undefined, { signal: stop.signal }).catch(() => {})
    }
    await look()
  })()
  return {
    /** Pieces that were written until now, and takes beyond the first of each. */
    count: () => ({
      pieces: takes.size,
      repeated: [...takes.values()].reduce((sum, names) => sum + names.size - 1, 0),
    }),
    async stop(): Promise<void> {
      stop.abort()
      await running
    },
  }
}
