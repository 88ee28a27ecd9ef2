import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { ChatRequested } from '@utter/contracts/events/chat-requested'
import { ReplyWritten } from '@utter/contracts/events/reply-written'
import { on } from '@utter/messaging/handler'
import { eventOf } from '@utter/messaging/outgoing-event'
import type { BenchContext } from '../bench-context.ts'
import type { Figure } from '../measure/figure.ts'
import { createLatency, type Latency } from '../measure/latency.ts'
import { inTurns, pairsOf } from '../measure/turns.ts'
import { openOwnBus } from '../own-bus.ts'
import { startOwn } from '../own-program.ts'
import type { Row } from '../row.ts'
import type { Service } from '../services.ts'

const vendorMs = 200
const settings = [
  { processes: 1, slots: 1 },
  { processes: 1, slots: 4 },
  { processes: 1, slots: 8 },
  { processes: 2, slots: 4 },
]

export const workers: Row = {
  name: 'workers',
  what: `1 to 8 slots and a vendor that takes ${vendorMs} ms, against the ideal of slots / ${vendorMs / 1_000} s`,
  async run(context) {
    const { options } = context
    const work = await openWork(context)
    const figures: Figure[] = []
    for (const { processes, slots } of options.quick ? settings.slice(1, 2) : settings) {
      const started: Service[] = []
      for (let i = 0; i < processes; i++) started.push(await work.start(slots))
      await work.warm(started, processes * slots)
      const ideal = (processes * slots) / (vendorMs / 1_000)
      const seconds = options.quick ? 2 : 5
      const variant = processes === 1 ? `${slots} slots` : `${processes} × ${slots} slots`
      const rounds = await inTurns(
        options.pairs,
        {
          full: () => work.full(ideal, seconds, processes * slots),
          half: () => work.half(ideal / 2, seconds, started),
        },
        (sentence) => context.report(`${variant}, ${sentence}`),
      )
      figures.push(
        {
          name: 'throughput',
          variant,
          against: 'ideal',
          unit: 'jobs/s',
          kind: 'ratio',
          goal: { min: 0.95 },
          pairs: pairsOf(
            rounds,
            ({ full }) => full,
            () => ideal,
          ),
        },
        {
          name: 'waiting p50 at half of it',
          variant,
          against: 'a consumer',
          unit: 'ms',
          kind: 'own',
          goal: { max: 5 },
          pairs: pairsOf(
            rounds,
            ({ half }) => half.waited,
            ({ half }) => half.consumed,
          ),
        },
      )
      await Promise.all(started.map((worker) => worker.stop()))
    }
    return {
      figures,
      notes: [
        'Waiting: from the moment a message is published to the moment the vendor is asked; the consumer beside it does no work.',
      ],
    }
  },
}

async function openWork(context: BenchContext) {
  const backing = await context.backing()
  const bus = await openOwnBus(context)
  context.closing.defer(() => bus.close())
  const nowMs = () => performance.timeOrigin + performance.now()
  let consumed = createLatency()
  let done: number[] = []
  await bus.broadcast([
    on(ChatRequested, async ({ text }) => consumed.add(nowMs() - Number(text))),
    on(ReplyWritten, async () => void done.push(performance.now())),
  ])
  const asked = () =>
    eventOf(ChatRequested, {
      userId: randomUUID(),
      version: 1,
      lane: 'fast',
      data: { jobId: randomUUID(), attempt: 1, sessionId: 'default', text: String(nowMs()) },
    })
  const until = async (count: number) => {
    const untilMs = performance.now() + 60_000
    while (done.length < count) {
      if (performance.now() > untilMs) throw new Error(`${done.length} of ${count} jobs were done in a minute`)
      await pause(20)
    }
  }
  /** Publishes so many a second, evenly spaced, and waits until all are done. */
  const spread = async (perSecond: number, seconds: number) => {
    const count = Math.max(3, Math.round(perSecond * seconds))
    const startMs = performance.now()
    done = []
    for (let i = 0; i < count; i++) {
      await pause(Math.max(0, startMs + (i / perSecond) * 1_000 - performance.now()))
      void bus.publish([asked()])
    }
    await until(count)
  }
  const waitedOf = async (workers: Service[]) => {
    const reports = await Promise.all(
      workers.map(async ({ url }) => (await (await fetch(`${url}/report`)).json()) as Latency),
    )
    const all = reports.reduce((sum, { count }) => sum + count, 0)
    return reports.reduce((sum, { p50, count }) => sum + (count > 0 ? p50 * count : 0), 0) / all
  }

  return {
    start: (slots: number) =>
      startOwn(context, 'worker', { ...backing, STAGE: 'chat', SLOTS: String(slots), VENDOR_MS: String(vendorMs) }),
    async warm(workers: Service[], slots: number) {
      await spread(slots / 0.2 / 2, 3)
      await waitedOf(workers)
    },
    /** More than can be done at once; the beginning and the thin end, when not every partition has work, are left out. */
    async full(ideal: number, seconds: number, slots: number): Promise<number> {
      const count = Math.round(ideal * seconds)
      done = []
      await bus.publish(Array.from({ length: count }, asked))
      await until(count)
      const last = Math.max(slots, Math.floor(count * 0.75))
      return (last - slots) / (((done[last - 1] ?? 0) - (done[slots - 1] ?? 0)) / 1_000)
    },
    async half(perSecond: number, seconds: number, workers: Service[]) {
      await waitedOf(workers)
      consumed = createLatency()
      await spread(perSecond, seconds)
      return { waited: await waitedOf(workers), consumed: consumed.read().p50 }
    },
  }
}
