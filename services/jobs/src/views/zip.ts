import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'
import yazl from 'yazl'

/** Longest pause of a client that reads nothing, in ms. */
const stallMs = 30_000

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

/** Sends a zip that is made while it is read. @param make is given the signal of a client that has left, or reads nothing */
export function sendZip(reply: FastifyReply, make: (gone: AbortSignal) => Readable): FastifyReply {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  reply.raw.setTimeout(stallMs, () => reply.raw.destroy())
  return reply.send(make(gone.signal))
}
