/** When a job was heard to have ended, by its id. Its end may come before the answer that tells the id. */
export type Ends = { heard(jobId: string): void; of(jobId: string): Promise<number> }

/** Times are of `performance.now()`. */
export function createEnds(): Ends {
  const early = new Map<string, number>()
  const waiting = new Map<string, (atMs: number) => void>()
  return {
    heard(jobId) {
      const tell = waiting.get(jobId)
      waiting.delete(jobId)
      if (tell) tell(performance.now())
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
