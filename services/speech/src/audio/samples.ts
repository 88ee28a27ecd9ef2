import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** Mono samples, −1..1, that are read by their parts, wherever they are. Each reading ends what the one before it gave. */
export type SampleSource = { readonly length: number; subarray(from: number, to: number): Float32Array }

const bytesPerSample = Float32Array.BYTES_PER_ELEMENT

/** Room for the samples that are read, which is used again: a chapter has hundreds of seconds. */
function openRoom() {
  let room = new Float32Array()
  return (length: number) => {
    if (room.length < length) room = new Float32Array(length)
    return room.subarray(0, length)
  }
}

/** Samples of a file of 32 bit floats, in this machine's order of bytes: in memory are those alone that are read. */
export function openSamples(path: string): SampleSource & Disposable {
  const fd = openSync(path, 'r')
  const length = fstatSync(fd).size / bytesPerSample
  const roomFor = openRoom()
  return {
    length,
    subarray(from, to) {
      const part = roomFor(Math.max(0, Math.min(to, length) - from))
      readSync(fd, part, 0, part.byteLength, from * bytesPerSample)
      return part
    },
    [Symbol.dispose]: () => closeSync(fd),
  }
}

/** A stretch of a file of samples, or so many samples of silence. */
export type Stretch = { from: number; to: number } | { silence: number }

/** Stretches, one after the other, as one clip. */
export function pickSamples(samples: SampleSource, stretches: Stretch[]): SampleSource {
  const lengthOf = (stretch: Stretch) => ('silence' in stretch ? stretch.silence : stretch.to - stretch.from)
  const length = stretches.reduce((sum, stretch) => sum + lengthOf(stretch), 0)
  const roomFor = openRoom()
  return {
    length,
    subarray(from, to) {
      const end = Math.min(to, length)
      const part = roomFor(Math.max(0, end - from)).fill(0)
      let start = 0
      for (const stretch of stretches) {
        const [first, last] = [Math.max(from, start), Math.min(end, start + lengthOf(stretch))]
        if (last > first && 'from' in stretch) {
          const moved = stretch.from - start
          part.set(samples.subarray(first + moved, last + moved), first - from)
        }
        start += lengthOf(stretch)
      }
      return part
    },
  }
}
