import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import yazl from 'yazl'

export type Zip = {
  /** A file that is read as fast as the client takes it: one sound is in flight at a time. */
  sound(name: string, sound: Readable, at: Date): Promise<void>
  text(name: string, text: string, at: Date): void
}

/** A zip that grows while it is sent. It breaks off where `fill` throws, so that no client takes half of it for the whole. */
export function openZip(fill: (zip: Zip) => Promise<void>): Readable {
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as Readable
  const filled = fill({
    async sound(name, sound, mtime) {
      // An mp3 is no smaller when compressed.
      zip.addReadStream(sound, name, { compress: false, mtime })
      await finished(sound)
    },
    text: (name, text, mtime) => zip.addBuffer(Buffer.from(text), name, { mtime }),
  })
  // The first sound may fail before the answer is on its way, and nobody listens yet.
  output.on('error', () => {})
  filled.then(() => zip.end()).catch((error) => output.destroy(error as Error))
  return output
}
