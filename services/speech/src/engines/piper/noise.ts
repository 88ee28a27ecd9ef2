import { createCipheriv, createHash } from 'node:crypto'

/** Largest value of 32 bits, and one. */
const range = 2 ** 32

/**
 * Noise of a normal distribution (mean 0, deviation 1) that a seed decides, the same on every machine: the key stream of AES, by Box and Muller's method.
 * @param name of the row, so that two of one seed are others
 */
export function noiseOf(seed: number, name: string, length: number): Float32Array {
  const key = createHash('sha256').update(`${seed} ${name}`).digest()
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
  const pairs = Math.ceil(length / 2)
  const bytes = cipher.update(Buffer.alloc(8 * pairs))
  const numbers = new Uint32Array(new Uint8Array(bytes).buffer)
  const noise = new Float32Array(2 * pairs)
  for (let at = 0; at < noise.length; at += 2) {
    const radius = Math.sqrt(-2 * Math.log(((numbers[at] ?? 0) + 1) / range))
    const angle = (2 * Math.PI * (numbers[at + 1] ?? 0)) / range
    noise[at] = radius * Math.cos(angle)
    noise[at + 1] = radius * Math.sin(angle)
  }
  return noise.subarray(0, length)
}
