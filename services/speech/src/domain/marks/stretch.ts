const windowMs = 30
/** How far a window is moved to where it goes on best: more than a period of the deepest voice. */
const searchMs = 10

/** A clip quickened by a factor without a change of pitch: windows of it overlap, each where it goes on best from the one before (WSOLA). */
export function stretched(samples: Float32Array, sampleRate: number, tempo: number): Float32Array {
  const half = Math.round((windowMs * sampleRate) / 2_000)
  const search = Math.round((searchMs * sampleRate) / 1_000)
  const length = Math.round(samples.length / tempo)
  if (tempo === 1 || samples.length < 4 * half + 2 * search) return samples
  const made = new Float32Array(length + 2 * half)
  const fade = Float32Array.from({ length: half }, (_, at) => 0.5 - 0.5 * Math.cos((Math.PI * (at + 0.5)) / half))
  made.set(samples.subarray(0, half))
  let goesOn = half
  for (let at = half; at < length; at += half) {
    const wanted = Math.round(at * tempo)
    const from = likest(samples, goesOn, { wanted, search, length: half })
    for (let place = 0; place < half; place++) {
      const rising = fade[place] ?? 0
      made[at + place] = (1 - rising) * (samples[goesOn + place] ?? 0) + rising * (samples[from + place] ?? 0)
    }
    goesOn = from + half
    // The second half of the window is what the next one fades from.
  }
  return made.slice(0, length)
}

/** The place near the wanted one at which the samples are most alike those from `goesOn`. */
function likest(
  samples: Float32Array,
  goesOn: number,
  { wanted, search, length }: { wanted: number; search: number; length: number },
): number {
  let best = wanted
  let highest = Number.NEGATIVE_INFINITY
  for (let from = Math.max(0, wanted - search); from <= wanted + search; from += 2) {
    let sum = 0
    let power = 1e-9
    for (let place = 0; place < length; place += 2) {
      const sample = samples[from + place] ?? 0
      sum += sample * (samples[goesOn + place] ?? 0)
      power += sample * sample
    }
    const likeness = sum / Math.sqrt(power)
    if (likeness > highest) {
      highest = likeness
      best = from
    }
  }
  return best
}
