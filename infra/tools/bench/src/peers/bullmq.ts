import { requirePeer } from './npm.ts'

type Connection = { host: string; port: number; password?: string; maxRetriesPerRequest?: null }
type Given = { connection: Connection; prefix: string }

export type BullQueue = {
  add(name: string, data: unknown, options: { jobId?: string; removeOnComplete: boolean }): Promise<unknown>
  close(): Promise<void>
}
/** The part of BullMQ that is used here. */
export type BullMq = {
  Queue: new (name: string, options: Given) => BullQueue
  Worker: new (
    name: string,
    process: (job: { data: unknown }) => Promise<unknown>,
    options: Given & { concurrency: number },
  ) => { close(): Promise<void>; waitUntilReady(): Promise<unknown> }
  QueueEvents: new (
    name: string,
    options: Given,
  ) => {
    on(event: 'completed', listener: (of: { jobId: string }) => void): void
    waitUntilReady(): Promise<unknown>
    close(): Promise<void>
  }
}

export const loadBullMq = (folder: string): BullMq => requirePeer(folder, 'bullmq') as BullMq

export function connectionOf(redisUrl: string): Given {
  const { hostname, port, password } = new URL(redisUrl)
  return {
    connection: {
      host: hostname,
      port: Number(port || 6379),
      ...(password && { password: decodeURIComponent(password) }),
      maxRetriesPerRequest: null,
    },
    prefix: 'bench-bull',
  }
}
