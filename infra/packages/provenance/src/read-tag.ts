import { tagNames } from './write-tag.ts'

/** Bytes of the header of a tag, and of each frame in it. */
const headerBytes = 10
/** Longest frame that may have a statement, in bytes; longer ones, such as a picture, are passed over. */
const maxFrameBytes = 64 * 1024

/** Sizes of ID3v2 have seven bits a byte, in the frames of version 3 eight. */
const sizeOf = (bytes: Buffer, at: number, bits: 7 | 8): number => {
  let size = 0
  for (let i = 0; i < 4; i++) size = size * 2 ** bits + ((bytes[at + i] ?? 0) & (2 ** bits - 1))
  return size
}

/**
 * A reader of the ID3v2 tag (version 3 or 4) at the beginning of a file that arrives in parts of any size. It holds one frame at a time, and passes
 * over all that cannot have the statement.
 */
export function createTagReader() {
  let held: Buffer = Buffer.alloc(0)
  /** Bytes that are passed over before the next header. */
  let skip = 0
  /** Bytes of the tag that are still to come, its header apart; undefined: it has not come yet. */
  let left: number | undefined
  let version = 0
  let isUnreadable = false
  let statement: string | undefined

  /** @returns whether more bytes are needed */
  const readHeader = (): boolean => {
    if (held.length < headerBytes) return held.length >= 3 && !isTag(held) ? end() : true
    if (!isTag(held)) return end()
    version = held[3] ?? 0
    // Unsynchronized or extended tags are none that we have written, and none that the usual editors make of them.
    isUnreadable = ![3, 4].includes(version) || ((held[5] ?? 0) & 0b1100_0000) !== 0
    left = sizeOf(held, 6, 7)
    held = held.subarray(headerBytes)
    if (isUnreadable) skip = left
    return false
  }
  const end = (): boolean => {
    left = 0
    return false
  }
  const pass = (bytes: number): void => {
    held = held.subarray(bytes)
    left = (left ?? 0) - bytes
  }
  /** @returns whether more bytes are needed */
  const readFrame = (inTag: number): boolean => {
    if (inTag < headerBytes) {
      skip = inTag
      return false
    }
    if (held.length < headerBytes) return true
    const size = sizeOf(held, 4, version === 4 ? 7 : 8)
    // Padding, or a frame that would end behind its tag.
    if (held[0] === 0 || size > inTag - headerBytes) {
      skip = inTag
      return false
    }
    const isWanted = held.toString('latin1', 0, 4) === 'TXXX' && size <= maxFrameBytes
    if (isWanted && held.length < headerBytes + size) return true
    if (isWanted) statement ??= statementIn(held.subarray(headerBytes, headerBytes + size))
    skip = headerBytes + (isWanted ? 0 : size)
    if (isWanted) pass(size)
    return false
  }
  return {
    /** @returns the first bytes behind the tag, once it has been read; undefined while it has not */
    read(chunk: Buffer): Buffer | undefined {
      held = held.length > 0 ? Buffer.concat([held, chunk]) : chunk
      for (;;) {
        if (left === undefined) {
          if (readHeader()) return undefined
        } else if (skip > 0) {
          const some = Math.min(skip, held.length)
          skip -= some
          pass(some)
          if (skip > 0) return undefined
        } else if (left > 0) {
          if (readFrame(left)) return undefined
        } else return held
      }
    },
    /** The compact JWS of the tag; undefined where it has none. */
    statement: () => statement,
  }
}

const isTag = (bytes: Buffer) => bytes.toString('latin1', 0, 3) === 'ID3'

/** The value of a text frame of ours: its encoding, its name, a zero, the value. */
function statementIn(frame: Buffer): string | undefined {
  const [encoding] = frame
  const text =
    encoding === 1 ? utf16(frame.subarray(1)) : frame.subarray(1).toString(encoding === 3 ? 'utf8' : 'latin1')
  const [name, value] = text.split('\0')
  return name === tagNames.statement ? value : undefined
}

/** A byte order mark stands before the name and before the value: both are taken as they are for the first. */
function utf16(bytes: Buffer): string {
  const isBigEndian = bytes[0] === 0xfe && bytes[1] === 0xff
  const even = Buffer.from(bytes.subarray(0, bytes.length & ~1))
  return (isBigEndian ? even.swap16() : even).toString('utf16le').replaceAll('\ufeff', '')
}
