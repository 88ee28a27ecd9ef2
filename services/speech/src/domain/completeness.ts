export type Completeness = { ok: true } | { ok: false; reason: 'too_short' | 'too_long' | 'silent' | 'gap' | 'cut' }

/**
 * Measured on 90 clips of the local voice and of eSpeak, from one letter to 2,000 characters: at most 16 letters a second
 * (22 for a row of one vowel), 44 to 100 % of the clip sounding, the last 20 ms at −29 dB of the speech or below. The limits
 * are well outside, because a clip that is refused wrongly would be refused again.
 */
const limits = {
  /** Faster than this, something is missing. Checked from 20 letters on: a single word may have any length. */
  lettersPerSecond: 28,
  fewLetters: 20,
  /** Slower than this, the voice runs on behind the text or makes up words. The slowest that is right are digits, 0.7 s each. */
  secondsPerCharacter: 1,
  moreSeconds: 4,
  /** The same for the time that sounds, and its minimum, in seconds and as a share of the clip. */
  lettersPerSoundingSecond: 40,
  minSoundingSeconds: 0.08,
  minSoundingShare: 0.1,
  /** A part sounds above this share of the loudest part; a clip whose loudest part is below `silence` is silent (−50 dBFS). */
  sounding: 0.03,
  silence: 0.003,
  maxGapSeconds: 3,
  /** A clip that ends louder than this share of its speech (−12 dB) was cut off in a word. */
  loudEnd: 0.25,
}
const partMs = 20

/** Whether a clip is the whole text and no more, as far as that shows without listening: by its length, its silence and its end. `samples` are mono, span `durationMs`, and were spoken at `speed` times the voice's own. */
export function completenessOf({
  samples,
  ...spoken
}: {
  text: string
  durationMs: number
  samples: Float32Array
  speed?: number
}): Completeness {
  const outline = openOutline({ length: samples.length, durationMs: spoken.durationMs })
  outline.add(samples)
  return completenessAsOutlined({ ...spoken, outline })
}

/** As `completenessOf`, of a clip that is not in memory at once: what is looked at of its samples are the figures of its outline. */
export function completenessAsOutlined({
  text,
  durationMs,
  outline: { parts },
  speed = 1,
}: {
  text: string
  durationMs: number
  outline: Pick<Outline, 'parts'>
  speed?: number
}): Completeness {
  const letters = [...text.matchAll(/[\p{L}\p{N}]/gu)].length
  const seconds = durationMs / 1000
  const loudest = parts.reduce((max, part) => Math.max(max, part), 0)
  if (!(loudest >= limits.silence)) return { ok: false, reason: 'silent' }

  const sounding = parts.filter((part) => part > loudest * limits.sounding)
  const soundingSeconds = (sounding.length * partMs) / 1000
  const isLong = letters >= limits.fewLetters
  if (isLong && letters / seconds > limits.lettersPerSecond * speed) return { ok: false, reason: 'too_short' }
  const maxSeconds = (limits.moreSeconds + limits.secondsPerCharacter * [...text.matchAll(/\S/gu)].length) / speed
  if (seconds > maxSeconds) return { ok: false, reason: 'too_long' }
  if (soundingSeconds < limits.minSoundingSeconds / speed || sounding.length / parts.length < limits.minSoundingShare)
    return { ok: false, reason: 'silent' }
  if (isLong && letters / soundingSeconds > limits.lettersPerSoundingSecond * speed)
    return { ok: false, reason: 'silent' }
  if (longestGap(parts, loudest * limits.sounding) * partMs > limits.maxGapSeconds * 1000)
    return { ok: false, reason: 'gap' }

  const speech = Math.sqrt(sounding.reduce((sum, part) => sum + part * part, 0) / sounding.length)
  if ((parts.at(-1) ?? 0) > speech * limits.loudEnd) return { ok: false, reason: 'cut' }
  return { ok: true }
}

/** `parts`: the root mean square of each 20 ms, counted back from the end so that the last part is a whole one. `add` takes the samples in order. */
export type Outline = { readonly parts: number[]; add(samples: Float32Array): void }

/** @param clip how many samples it has, and how long they are */
export function openOutline({ length, durationMs }: { length: number; durationMs: number }): Outline {
  const size = Math.max(1, Math.round((length / durationMs) * partMs))
  const parts: number[] = []
  let left = length % size
  let power = 0
  let counted = 0
  return {
    parts,
    add(samples) {
      const skipped = Math.min(left, samples.length)
      left -= skipped
      for (let at = skipped; at < samples.length; at++) {
        power += (samples[at] ?? 0) ** 2
        if (++counted < size) continue
        parts.push(Math.sqrt(power / size))
        power = 0
        counted = 0
      }
    },
  }
}

/** The longest run of quiet parts between two that sound. */
function longestGap(parts: number[], threshold: number): number {
  const loud = parts.flatMap((part, index) => (part > threshold ? [index] : []))
  return loud.reduce((longest, at, index) => Math.max(longest, at - (loud[index - 1] ?? at) - 1), 0)
}
