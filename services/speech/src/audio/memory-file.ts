import type { IOOutputCallbacks } from 'node-av/api'
import { AVSEEK_CUR, AVSEEK_END, AVSEEK_SET } from 'node-av/constants'

const firstSize = 1024 * 1024

/** A file in memory that FFmpeg writes: the sizes in the head of some forms are written last. */
export function createMemoryFile(): Required<Pick<IOOutputCallbacks, 'write' | 'seek'>> & { bytes(): Buffer } {
  let buffer = Buffer.alloc(firstSize)
  let size = 0
  let position = 0
  const grow = (end: number) => {
    if (end <= buffer.length) return
    const larger = Buffer.alloc(Math.max(end, buffer.length * 2))
    buffer.copy(larger, 0, 0, size)
    buffer = larger
  }
  return {
    write(bytes) {
      grow(position + bytes.length)
      bytes.copy(buffer, position)
      position += bytes.length
      size = Math.max(size, position)
      return bytes.length
    },
    seek(offset, whence) {
      const from = { [AVSEEK_SET]: 0, [AVSEEK_CUR]: position, [AVSEEK_END]: size }[whence]
      // Among others the question for the size.
      if (from === undefined) return size
      position = from + Number(offset)
      return position
    },
    bytes: () => buffer.subarray(0, size),
  }
}
