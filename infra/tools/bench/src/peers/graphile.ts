import { requirePeer } from './npm.ts'

type Query = (sql: string, values?: unknown[]) => Promise<unknown>
type AddJob = (task: string, payload: unknown) => Promise<unknown>

/** The part of graphile-worker that is used here. */
export type Graphile = {
  run(options: {
    connectionString: string
    concurrency: number
    maxPoolSize: number
    noHandleSignals: boolean
    crontab: string
    taskList: Record<string, (payload: unknown, helpers: { query: Query }) => Promise<void>>
  }): Promise<unknown>
  makeWorkerUtils(options: { connectionString: string }): Promise<{ migrate(): Promise<void>; addJob: AddJob }>
}
export const loadGraphile = (folder: string): Graphile => requirePeer(folder, 'graphile-worker') as Graphile

/** The notifications of PostgreSQL that a job has ended, in place of an event of the queue: graphile-worker has those of its own process alone. */
export const endedChannel = 'bench_ended'

type Client = {
  connect(): Promise<void>
  query: Query
  on(event: 'notification', listener: (of: { payload?: string }) => void): void
  on(event: 'error', listener: (error: Error) => void): void
  end(): Promise<void>
}

/** Calls `ended` with the id of each job that ended. */
export async function listenForEnds(
  folder: string,
  url: string,
  ended: (jobId: string) => void,
): Promise<{ close(): Promise<void> }> {
  const { Client } = requirePeer(folder, 'pg') as { Client: new (of: { connectionString: string }) => Client }
  const client = new Client({ connectionString: url })
  client.on('error', () => {}) // Its ends are missed where they are awaited.
  client.on('notification', ({ payload }) => payload && ended(payload))
  await client.connect()
  await client.query(`listen ${endedChannel}`)
  return { close: () => client.end() }
}
