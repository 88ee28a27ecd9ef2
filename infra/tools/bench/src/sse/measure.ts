import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pMap from 'p-map'
import { type BenchContext, forRow } from '../bench-context.ts'
import { openLoop } from '../load/open-loop.ts'
import { openStream } from '../load/streams.ts'
import { tolerate } from '../load/tolerate.ts'
import { createEnds } from '../measure/ends.ts'
import { cpuMsOf, memoryBytesOf } from '../measure/usage.ts'

/** A server of streams, just started: where an account's stream is, and how an event for it is published. */
export type StreamServer = {
  pid: number
  streamOf(account: string): { url: string; headers: Record<string, string> }
  publish(account: string, jobId: string): Promise<unknown>
}
export type StreamFigures = { streamKb: number; eventUs: number; p50: number; p99: number }

const eventsPerSecond = 300
/** Opened before memory is first looked at, so that what every server needs once is not laid on the streams. */
const early = 100
/** Streams that are being opened at the same time. */
const openConcurrency = 50
let turn = 0

export async function measureStreams(
  context: BenchContext,
  start: (context: BenchContext, name: string) => Promise<StreamServer>,
): Promise<StreamFigures> {
  const { quick, streams: count } = context.options
  turn += 1
  await using row = await forRow(context, `streams-${turn}`)
  // Kafka serves all turns; only the server of streams is new.
  const server = await start({ ...row, backing: context.backing }, `streams-${turn}`)
  const accounts = Array.from({ length: early + count }, () => randomUUID())
  const ends = createEnds()
  const openOne = async (account: string) => {
    const { url, headers } = server.streamOf(account)
    const stream = await openStream(url, headers, (data) => ends.ended((JSON.parse(data) as { jobId: string }).jobId))
    row.closing.defer(() => stream.close())
  }
  const open = (some: string[]) => pMap(some, openOne, { concurrency: openConcurrency })
  let next = 0
  const send = (seconds: number) =>
    openLoop({ perSecond: eventsPerSecond, seconds }, async () => {
      const jobId = randomUUID()
      const account = accounts[next++ % accounts.length] as string
      const [endMs] = await Promise.all([ends.of(jobId), server.publish(account, jobId)])
      return endMs
    })

  const everyone = [...accounts]
  accounts.length = 0
  accounts.push(...everyone.slice(0, early))
  await open(accounts)
  await send(quick ? 1 : 2)
  await pause(500)
  const beforeBytes = memoryBytesOf(server.pid)
  await open(everyone.slice(early))
  accounts.push(...everyone.slice(early))
  await pause(1_000)
  const streamKb = (memoryBytesOf(server.pid) - beforeBytes) / count / 1_024

  const beforeMs = cpuMsOf(server.pid)
  const { p50, p99, sent, failed } = await send(quick ? 2 : 6)
  const eventUs = ((cpuMsOf(server.pid) - beforeMs) * 1_000) / sent
  tolerate(failed, sent, 'events')
  return { streamKb, eventUs, p50, p99 }
}
