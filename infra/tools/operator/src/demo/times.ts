const hourMs = 3_600_000
const span = 48
/** The newest job is this old: it must have ended by then. */
const youngestMs = 90_000

/** How busy an hour of the day is, in UTC: an account is used by day. */
const busyness = (hour: number) => (hour < 6 ? 1 : hour < 9 ? 4 : hour < 18 ? 9 : hour < 23 ? 5 : 2)

/** So many times of the last two days, oldest first, thick by day and thin at night, with some of the present hour. */
export function demoTimes(count: number, now: Date): Date[] {
  const newestMs = now.getTime() - youngestMs
  const hours = Array.from({ length: span }, (_, index) => {
    const startMs = newestMs - (span - index) * hourMs
    return { startMs, weight: Math.max(busyness(new Date(startMs).getUTCHours()), index === span - 1 ? 6 : 0) }
  })
  const total = hours.reduce((sum, { weight }) => sum + weight, 0)
  return Array.from({ length: count }, (_, index) => {
    // Uneven within the hour, and the same each time.
    let left = ((index + ((index * 61) % 100) / 100) / count) * total
    for (const { startMs, weight } of hours) {
      if (left < weight) return new Date(startMs + (left / weight) * hourMs)
      left -= weight
    }
    return new Date(newestMs)
  }).sort((a, b) => a.getTime() - b.getTime())
}
