const hopMs = 10
/** Shortest window, in seconds: two periods of a low voice. */
const windowSeconds = 0.02
const [lowestHz, highestHz] = [100, 7_000]
const bands = 24
const coefficients = 12
/** Distance from the loudest band of all at which silence begins, as a natural logarithm of power (−55 dB). */
const floor = 12.7

/**
 * The shape of a sound in each hundredth of a second: its loudness, from 0 at silence, and twelve mel-frequency cepstral coefficients, which say what is spoken
 * and little of its pitch.
 */
export function framesOf({ samples, sampleRate }: { samples: Float32Array; sampleRate: number }): Float32Array[] {
  const size = 2 ** Math.ceil(Math.log2(windowSeconds * sampleRate))
  const hop = (hopMs * sampleRate) / 1_000
  const count = Math.max(1, Math.floor((samples.length - size) / hop) + 1)
  const filters = filtersOf(size, sampleRate)
  const transform = transformOf(size)
  const window = Float64Array.from({ length: size }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / size))
  const spectra: Float64Array[] = []
  let loudest = -Infinity
  const [real, imaginary] = [new Float64Array(size), new Float64Array(size)]
  for (let frame = 0; frame < count; frame++) {
    const from = Math.round(frame * hop)
    for (let at = 0; at < size; at++) real[at] = (samples[from + at] ?? 0) * (window[at] ?? 0)
    imaginary.fill(0)
    transform(real, imaginary)
    const powers = new Float64Array(bands)
    for (let band = 0; band < bands; band++) {
      const { first, weights } = filters[band] as Filter
      let power = 0
      for (let index = 0; index < weights.length; index++) {
        const [re, im] = [real[first + index] as number, imaginary[first + index] as number]
        power += (weights[index] as number) * (re * re + im * im)
      }
      const loudness = Math.log(power + Number.MIN_VALUE)
      powers[band] = loudness
      loudest = Math.max(loudest, loudness)
    }
    spectra.push(powers)
  }
  return spectra.map((powers) => cepstrumOf(powers, loudest - floor))
}

/** The discrete cosine transform of the bands; the first row is their loudness, from 0 at silence. */
function cepstrumOf(powers: Float64Array, silence: number): Float32Array {
  const row = new Float32Array(coefficients + 1)
  for (let nth = 0; nth <= coefficients; nth++) {
    let sum = 0
    for (let band = 0; band < bands; band++)
      sum += Math.max(0, (powers[band] ?? 0) - silence) * (cosines[nth * bands + band] ?? 0)
    row[nth] = sum * Math.sqrt((nth === 0 ? 1 : 2) / bands)
  }
  return row
}
const cosines = Float64Array.from({ length: (coefficients + 1) * bands }, (_, at) =>
  Math.cos((Math.PI * Math.floor(at / bands) * ((at % bands) + 0.5)) / bands),
)

type Filter = { first: number; weights: Float64Array }

/** Triangles of equal width in mel. */
function filtersOf(size: number, sampleRate: number): Filter[] {
  const melOf = (hertz: number) => 1_127 * Math.log(1 + hertz / 700)
  const [lowest, highest] = [melOf(lowestHz), melOf(Math.min(highestHz, sampleRate / 2))]
  const step = (highest - lowest) / (bands + 1)
  return Array.from({ length: bands }, (_, band) => {
    const middle = lowest + (band + 1) * step
    const all = Array.from({ length: size / 2 }, (_, at) =>
      Math.max(0, 1 - Math.abs(melOf((at * sampleRate) / size) - middle) / step),
    )
    const first = all.findIndex((weight) => weight > 0)
    const last = all.findLastIndex((weight) => weight > 0)
    // A band that is narrower than the spectrum's steps has the nearest of them.
    if (first < 0) {
      const hertz = 700 * (Math.exp(middle / 1_127) - 1)
      return { first: Math.round((hertz * size) / sampleRate), weights: Float64Array.of(1) }
    }
    return { first, weights: Float64Array.from(all.slice(first, last + 1)) }
  })
}

type Transform = (real: Float64Array, imaginary: Float64Array) => void

/** The fast Fourier transform of Cooley and Tukey, in place, for one size, which is a power of two. */
function transformOf(size: number): Transform {
  const turns = Array.from({ length: size / 2 }, (_, nth) => (-2 * Math.PI * nth) / size)
  const [cosines, sines] = [Float64Array.from(turns, Math.cos), Float64Array.from(turns, Math.sin)]
  const bits = Math.log2(size)
  const mirrored = Uint32Array.from({ length: size }, (_, at) => {
    let other = 0
    for (let bit = 0; bit < bits; bit++) if (at & (1 << bit)) other |= 1 << (bits - 1 - bit)
    return other
  })
  const reorder = (part: Float64Array) => {
    for (let at = 0; at < size; at++) {
      const other = mirrored[at] as number
      if (at >= other) continue
      const value = part[at] as number
      part[at] = part[other] as number
      part[other] = value
    }
  }
  return (real, imaginary) => {
    reorder(real)
    reorder(imaginary)
    for (let half = 1; half < size; half *= 2) {
      const step = size / (2 * half)
      for (let offset = 0; offset < half; offset++) {
        const cosine = cosines[offset * step] as number
        const sine = sines[offset * step] as number
        for (let at = offset; at < size; at += 2 * half) {
          const other = at + half
          const re = real[other] as number
          const im = imaginary[other] as number
          const turned = re * cosine - im * sine
          const turnedIm = re * sine + im * cosine
          real[other] = (real[at] as number) - turned
          imaginary[other] = (imaginary[at] as number) - turnedIm
          real[at] = (real[at] as number) + turned
          imaginary[at] = (imaginary[at] as number) + turnedIm
        }
      }
    }
  }
}
