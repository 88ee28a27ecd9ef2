import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export type WatchedMongo = Awaited<ReturnType<typeof startWatchedMongo>>

/**
 * `watchCommands` on a thread of its own. The runner's own thread loads test files and prints reports, for seconds on a busy machine: each
 * process would take its database for one that hangs.
 */
export async function startWatchedMongo(url: string) {
  const thread = new Worker(new URL('./watching-thread.ts', import.meta.url), { workerData: url })
  const [watchedUrl] = (await once(thread, 'message')) as [string]
  return {
    url: watchedUrl,
    /** @throws with each command that was refused */
    async close(): Promise<void> {
      thread.postMessage('close')
      await once(thread, 'exit')
    },
  }
}
