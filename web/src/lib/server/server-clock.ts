/** Less, in ms, is the way of an answer, or its age in a cache. */
const minAheadMs = 30_000

let aheadMs = 0

/** Notes the server's clock by the `Date` of an answer: a clock of this machine that is wrong by minutes would have a job of now be hours old. */
export function noteServerDate(date: string | null): void {
  const at = Date.parse(date ?? '')
  if (Number.isNaN(at)) return
  const ahead = at - Date.now()
  aheadMs = Math.abs(ahead) < minAheadMs ? 0 : ahead
}

/** Milliseconds by which the server's clock is ahead of this machine's; 0 while they agree. */
export const serverAheadMs = (): number => aheadMs
