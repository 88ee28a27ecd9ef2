import { constants, crc32, deflateRawSync } from 'node:zlib'

/** A gzip member without a name or a time (RFC 1952, 2.3), and the last, empty block of its deflate stream. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
const end = Buffer.from([3, 0])
/** Bytes of a piece of a page that a stored block holds. */
const maxStoredBytes = 0xffff

/** Bytes as they are, between compressed ones (RFC 1951, 3.2.4). */
function stored(text: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt16LE(text.length, 1)
  head.writeUInt16LE(text.length ^ maxStoredBytes, 3)
  return Buffer.concat([head, text])
}

/**
 * A page that is compressed once for all its answers: what differs between them, a nonce and a word, is set between its constant parts as
 * it is. Compressing it anew is what a stranger could have us do a thousand times a second.
 */
export function createPageEncoder(parts: string[]) {
  // A full flush ends each at a whole byte, and lets none refer to what came before it.
  const deflated = parts.map((part) => deflateRawSync(part, { finishFlush: constants.Z_FULL_FLUSH }))
  /** @param words between the parts, in their order */
  return (words: string[]): { plain: string; gzip: () => Buffer } => {
    const plain = parts.map((part, index) => part + (words[index] ?? '')).join('')
    const gzip = () => {
      const bytes = Buffer.from(plain)
      const trailer = Buffer.alloc(8)
      trailer.writeUInt32LE(crc32(bytes), 0)
      trailer.writeUInt32LE(bytes.length, 4)
      const blocks = deflated.flatMap((part, index) => {
        const word = words[index]
        return word === undefined ? [part] : [part, stored(Buffer.from(word))]
      })
      return Buffer.concat([header, ...blocks, end, trailer])
    }
    return { plain, gzip }
  }
}
