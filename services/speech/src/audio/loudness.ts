/** Integrated loudness that every finished mp3 is brought to, in LUFS (EBU R 128 meter). */
export const targetLufs = -16

/** LAME scales what it encodes by 0.95, so what goes in has to be that much louder, in dB. */
export const encoderLossDb = 0.45

/** The loudness of silence: the meter's absolute gate is at −70 LUFS (ITU-R BS.1770-4). */
export const silenceLufs = -69

export type Turn = { gainDb: number; lufs: number }

/**
 * The gain to try next. A limiter swallows part of every decibel, the more the louder it gets, so the last two turns show how much
 * arrives; the answer is kept between one and four times the missing part, since two close turns show little.
 */
export function nextGainDb(turns: Turn[], target: number): number {
  const last = turns.at(-1)
  if (!last) return 0
  const before = turns.at(-2)
  const missing = target - last.lufs
  const arrives = before ? (last.lufs - before.lufs) / (last.gainDb - before.gainDb) : 1
  const slope = Number.isFinite(arrives) ? Math.min(1, Math.max(0.25, arrives)) : 1
  return last.gainDb + missing / slope
}
