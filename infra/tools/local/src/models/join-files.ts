import { createReadStream } from 'node:fs'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Writes files one after the other into one. */
export const joinFiles = (paths: string[], target: Writable): Promise<void> =>
  pipeline(async function* () {
    for (const path of paths) yield* createReadStream(path)
  }, target)
