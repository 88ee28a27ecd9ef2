/**
 * Mono samples, −1..1, wherever they are. `path`: the file from which an engine of this machine reads them, as 32 bit floats in its order of bytes; absent: they
 * are in memory.
 */
export type ClipSamples = {
  readonly length: number
  readonly path?: string | undefined
  /** Reads a stretch, absent: all, in parts that must not be changed. */
  parts(from?: number, to?: number): AsyncIterable<Float32Array>
}

/** The samples of a recording, kept as they come. */
export type SampleSpool = ClipSamples & {
  append(samples: Float32Array): Promise<void>
  /** Multiplies those of a stretch. */
  scale(from: number, to: number, factor: number): Promise<void>
  /** The recording begins anew. */
  clear(): Promise<void>
}

/** Parts of a clip as one. */
export function joinSamples(parts: Float32Array[]): Float32Array {
  const samples = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    samples.set(part, at)
    at += part.length
  }
  return samples
}

/** Samples of a stretch, absent: all, as one array: for few of them. */
export async function inOneArray(
  samples: Pick<ClipSamples, 'parts'>,
  from?: number,
  to?: number,
): Promise<Float32Array> {
  const parts: Float32Array[] = []
  for await (const part of samples.parts(from, to)) parts.push(part)
  return joinSamples(parts)
}

/** Samples that stay in memory, without a copy of what is appended. */
export function samplesInMemory(first: Float32Array[] = []): SampleSpool {
  let held = [...first]
  const lengthOf = (parts: Float32Array[]) => parts.reduce((sum, part) => sum + part.length, 0)
  let length = lengthOf(held)
  /** Each part that has samples of a stretch, and which of its own they are. */
  function* within(from: number, to: number) {
    let start = 0
    for (const [index, part] of held.entries()) {
      const [first, end] = [Math.max(0, from - start), Math.min(part.length, to - start)]
      if (end > first) yield { index, part, first, end }
      start += part.length
    }
  }
  return {
    get length() {
      return length
    },
    async *parts(from = 0, to = length) {
      for (const { part, first, end } of within(from, to)) yield part.subarray(first, end)
    },
    async append(samples) {
      held.push(samples)
      length += samples.length
    },
    async scale(from, to, factor) {
      for (const { index, part, first, end } of within(from, to))
        held[index] = part.map((sample, at) => (at >= first && at < end ? sample * factor : sample))
    },
    async clear() {
      held = []
      length = 0
    },
  }
}
