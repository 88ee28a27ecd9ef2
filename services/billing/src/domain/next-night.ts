const dayMs = 24 * 3_600_000
/** 03:00 in UTC, when few jobs run. */
const nightMs = 3 * 3_600_000

/** When all accounts are compared next. */
export function nextNight(now: Date): Date {
  const night = Math.floor(now.getTime() / dayMs) * dayMs + nightMs
  return new Date(night > now.getTime() ? night : night + dayMs)
}
