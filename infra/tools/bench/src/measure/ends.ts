/** The times at which jobs were seen to end, by their ids. An end may be seen before the response that has the id. */
export type Ends = { ended(jobId: string): void; of(jobId: string): Promise<number> }

/** Times are of `performance.now()`. */
export function createEnds(): Ends {
  const early = new Map<string, number>()
  const waiting = new Map<string, (atMs: number) => void>()
  return {
    ended(jobId) {
      const resolve = waiting.get(jobId)
      waiting.delete(jobId)
      if (resolve) resolve(performance.now())
      else early.set(jobId, performance.now())
    },
    of(jobId) {
      const atMs = early.get(jobId)
      if (atMs === undefined) return new Promise((resolve) => waiting.set(jobId, resolve))
      early.delete(jobId)
      return Promise.resolve(atMs)
    },
  }
}
