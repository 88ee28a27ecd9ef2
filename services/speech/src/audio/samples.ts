import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** Mono samples, −1..1, that are read by their parts, wherever they are. */
export type SampleSource = { readonly length: number; subarray(from: number, to: number): Float32Array }

const bytesPerSample = Float32Array.BYTES_PER_ELEMENT

/** Samples of a file of 32 bit floats, in this machine's order of bytes: in memory are those alone that are read. */
export function openSamples(path: string): SampleSource & Disposable {
  const fd = openSync(path, 'r')
  const length = fstatSync(fd).size / bytesPerSample
  return {
    length,
    subarray(from, to) {
      const part = new Float32Array(Math.max(0, Math.min(to, length) - from))
      readSync(fd, part, 0, part.byteLength, from * bytesPerSample)
      return part
    },
    [Symbol.dispose]: () => closeSync(fd),
  }
}
