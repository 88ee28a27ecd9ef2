/** Steps of a sample of 16 bit from 0 to 1: as vendors' PCM has it, which is kept without a loss. */
const steps = 32_768

/** Samples (−1..1) as PCM of 16 bit, little-endian: at 24 kHz 2.9 MB a minute. */
export function pcmOf(samples: Float32Array): Buffer {
  const pcm = new Int16Array(samples.length)
  for (let at = 0; at < samples.length; at++)
    pcm[at] = Math.max(-steps, Math.min(steps - 1, Math.round((samples[at] ?? 0) * steps)))
  return Buffer.from(pcm.buffer)
}

/** The samples of such PCM. */
export function samplesOfKept(bytes: Buffer): Float32Array {
  const pcm = new Int16Array(bytes.byteLength >> 1)
  Buffer.from(pcm.buffer).set(bytes.subarray(0, pcm.byteLength))
  const samples = new Float32Array(pcm.length)
  for (let at = 0; at < pcm.length; at++) samples[at] = (pcm[at] ?? 0) / steps
  return samples
}

/** The samples as they are once they were kept: a piece is the same whether it was spoken for a job or taken by it. */
export const inSixteenBit = (samples: Float32Array): Float32Array => samplesOfKept(pcmOf(samples))
