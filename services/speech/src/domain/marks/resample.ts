/** Zero crossings of the filter on each side, and the values that are kept of it between two. */
const reach = 16
const steps = 256

/** A windowed sinc, from its middle outwards. */
const filter = Float32Array.from({ length: reach * steps + 2 }, (_, index) => {
  const distance = Math.min(index / steps, reach)
  const angle = Math.PI * distance
  return (0.5 + 0.5 * Math.cos(angle / reach)) * (angle === 0 ? 1 : Math.sin(angle) / angle)
})

/** A clip at another sample rate, without what the lower of both cannot have: some 10 ms of this thread for a second of sound. */
export function resampled(samples: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return samples
  const step = from / to
  const cut = Math.min(1, to / from)
  const width = reach / cut
  const made = new Float32Array(Math.round(samples.length / step))
  for (let at = 0; at < made.length; at++) {
    const middle = at * step
    const last = Math.min(samples.length - 1, Math.floor(middle + width))
    let sum = 0
    let weights = 0
    for (let place = Math.max(0, Math.ceil(middle - width)); place <= last; place++) {
      const exact = Math.abs(place - middle) * cut * steps
      const index = Math.floor(exact)
      const low = filter[index] ?? 0
      const weight = low + (exact - index) * ((filter[index + 1] ?? 0) - low)
      sum += weight * (samples[place] ?? 0)
      weights += weight
    }
    made[at] = sum / weights
  }
  return made
}
