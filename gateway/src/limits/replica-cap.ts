/** A cap of this replica alone, for while Redis is unavailable. @returns 0 at most `max` times in each window, then the ms that are left of it */
export function createReplicaCap(max: number, windowMs: number): () => number {
  let endsMs = 0
  let count = 0
  return () => {
    const nowMs = performance.now()
    if (nowMs >= endsMs) {
      endsMs = nowMs + windowMs
      count = 0
    }
    return ++count <= max ? 0 : endsMs - nowMs
  }
}
