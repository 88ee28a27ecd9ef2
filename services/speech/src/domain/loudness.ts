/** Integrated loudness that every clip is brought to, in LUFS, and how far off the finished mp3 may be (EBU R 128 meter). */
export const targetLufs = -16
export const toleranceLu = 0.5

/** Below this the meter has heard nothing: its absolute gate stands at −70 LUFS (ITU-R BS.1770-4). */
export const silenceLufs = -69

export type Turn = { gainDb: number; lufs: number }

/**
 * The gain to try next. A limiter swallows part of every decibel, the more the louder it gets, so the last two turns
 * tell how much arrives; the answer is kept between one and four times the missing part, since two close turns say little.
 */
export function nextGainDb(turns: Turn[]): number {
  const last = turns.at(-1)
  if (!last) return 0
  const before = turns.at(-2)
  const missing = targetLufs - last.lufs
  const arrives = before ? (last.lufs - before.lufs) / (last.gainDb - before.gainDb) : 1
  const slope = Number.isFinite(arrives) ? Math.min(1, Math.max(0.25, arrives)) : 1
  return last.gainDb + missing / slope
}

export const isClose = (lufs: number, withinLu: number) => Math.abs(lufs - targetLufs) <= withinLu
