import { setTimeout as pause } from 'node:timers/promises'
import { JobProgressed } from '@utter/contracts/events/job-progressed'
import { on } from '@utter/messaging/handler'
import { openMongo } from '@utter/storage/mongo'
import { createLog } from '@utter/telemetry/log'
import type { BenchContext } from '../bench-context.ts'
import type { Figure } from '../measure/figure.ts'
import { openOwnBus } from '../own-bus.ts'
import type { Row } from '../row.ts'
import { startServices } from '../services.ts'
import { leftBehind, type Subject } from '../sweeps/left-behind.ts'

const replicas = [1, 3, 8]
const subjects = { quick: 300, full: 1_000 }
const withinMs = 120_000
/** Time by which a second publication of the same change has been consumed. */
const quietMs = 1_500

/** The result of a turn: subjects handled in a second, and how often each was. */
type Swept = { perSecond: number; times: number }

export const sweeps: Row = {
  name: 'sweeps',
  what: 'what dead processes left behind, mended by 1, 3 and 8 replicas of jobs over one database, against one replica',
  isLong: true,
  async run(context) {
    const { options } = context
    const count = options.quick ? subjects.quick : subjects.full
    const sweeping = await openSweeping(context)
    const swept = new Map<string, Swept[]>()
    for (const processes of options.quick ? replicas.slice(0, 2) : replicas) {
      const started = await Promise.all(Array.from({ length: processes }, () => startServices(context, ['jobs'])))
      for (let round = 1; round <= options.pairs; round++)
        for (const subject of Object.keys(leftBehind) as Subject[]) {
          context.report(`${processes} replicas, round ${round} of ${options.pairs}: ${subject}`)
          const turn = await sweeping.turn(subject, count)
          const key = `${subject} ${processes}`
          swept.set(key, [...(swept.get(key) ?? []), turn])
        }
      await Promise.all(started.map(({ jobs }) => jobs.stop()))
    }
    return {
      figures: Object.keys(leftBehind).flatMap((subject) => figuresOf(subject, swept)),
      notes: [
        `Each turn has ${count.toLocaleString('en-US')} subjects; its rate goes from the first that is published to the last. Replicas share the machine's cores with the broker and the database, and the compatible server reads all of a collection for each query, so the rates are low, and those of more replicas show what they take from each other.`,
        '"done" is how often a subject was published: 1 when no replica does the work of another.',
      ],
    }
  },
}

function figuresOf(subject: string, swept: Map<string, Swept[]>): Figure[] {
  const one = swept.get(`${subject} 1`) ?? []
  return replicas.flatMap((processes): Figure[] => {
    const turns = swept.get(`${subject} ${processes}`)
    if (!turns) return []
    const pairs = (of: (turn: Swept) => number) =>
      turns.map((turn, i) => ({ ours: of(turn), peer: of(one[i] ?? turn) }))
    return [
      {
        name: subject,
        variant: `${processes} replicas`,
        against: 'one',
        unit: `${subject}/s`,
        kind: 'ratio',
        isMoreBetter: true,
        pairs: pairs(({ perSecond }) => perSecond),
      },
      {
        name: 'done',
        variant: `${subject}, ${processes} replicas`,
        against: 'by one',
        unit: 'times each',
        kind: 'own',
        goal: { max: 1.05 },
        pairs: pairs(({ times }) => times),
      },
    ]
  })
}

async function openSweeping(context: BenchContext) {
  const backing = await context.backing()
  const bus = await openOwnBus(context)
  context.closing.defer(() => bus.close())
  const database = await openMongo(backing.MONGO_URL, 'jobs', createLog('bench', 'warn'))
  context.closing.defer(() => database.close())
  let published: { id: string; atMs: number }[] = []
  await bus.broadcast([
    on(JobProgressed, async ({ jobId }) => void published.push({ id: jobId, atMs: performance.now() })),
  ])
  const { connection } = database
  return {
    async turn(subject: Subject, count: number): Promise<Swept> {
      for (const name of ['jobs', 'allowances']) await connection.collection(name).deleteMany({})
      published = []
      const ids = await leftBehind[subject](connection, count)
      const ours = () => published.filter(({ id }) => ids.has(id))
      const untilMs = performance.now() + withinMs
      while (new Set(ours().map(({ id }) => id)).size < count) {
        if (performance.now() > untilMs)
          throw new Error(`${subject}: not all were published after ${withinMs / 1_000} s`)
        await pause(20)
      }
      const seen = new Set<string>()
      const firsts = ours().filter(({ id }) => !seen.has(id) && seen.add(id))
      const tookMs = (firsts.at(-1)?.atMs ?? 0) - (firsts[0]?.atMs ?? 0)
      await pause(quietMs)
      return { perSecond: (1_000 * count) / tookMs, times: ours().length / count }
    },
  }
}
