import mongoose from 'mongoose'
import { type BenchCustomer, createSigned, newCustomer } from '../customers.ts'
import { fillHistory } from '../history/fill.ts'
import { openClient } from '../load/http-client.ts'
import type { Figure } from '../measure/figure.ts'
import { createLatency } from '../measure/latency.ts'
import { inTurns, pairsOf } from '../measure/turns.ts'
import type { Row } from '../row.ts'
import { startServices } from '../services.ts'

const small = 1_000
/** The larger history is the largest of these that can be filled in the time. */
const sizes = [1_000_000, 300_000, 100_000, 30_000, 10_000]
/** The compatible server has no index but the unique ones and reads all of it for a page: of more than this a list takes longer than its limit. */
const maxWithoutIndexes = 10_000
const fillWithinMs = { quick: 8_000, full: 60_000 }
/** Calls of one turn; a slow one ends earlier. */
const calls = 20
const turnWithinMs = 4_000

export const history: Row = {
  name: 'history',
  what: 'lists and totals of an account with many jobs, against the same of one with a thousand',
  isLong: true,
  async run(context) {
    const { options } = context
    const backing = await context.backing()
    const { jobs } = await startServices(context, ['jobs'])
    // A server that is busy with a batch may answer its monitor late; here that is no fault.
    const patient = { heartbeatFrequencyMS: 60_000, connectTimeoutMS: 60_000, serverSelectionTimeoutMS: 60_000 }
    const database = await mongoose.createConnection(backing.MONGO_URL, { dbName: 'jobs', ...patient }).asPromise()
    context.closing.defer(() => database.close())
    const [few, many] = [newCustomer(), newCustomer()]
    const withinMs = options.quick ? fillWithinMs.quick : fillWithinMs.full
    const first = await fillHistory(database, few, [small], withinMs)
    const info = await database.db?.admin().buildInfo()
    const isMongod = Boolean(info?.gitVersion)
    const possible = isMongod ? sizes : sizes.filter((size) => size <= maxWithoutIndexes)
    context.report(`filling a history of up to ${(possible[0] ?? 0).toLocaleString('en-US')} jobs`)
    const second = await fillHistory(database, many, possible, withinMs)

    const client = context.closing.use(openClient(jobs.url))
    const signed = createSigned(context.secrets.identityKeys.gateway, 'jobs')
    const timed = (customer: BenchCustomer, path: string) => async () => {
      const latency = createLatency()
      const untilMs = performance.now() + turnWithinMs
      for (let i = 0; i < calls && performance.now() < untilMs; i++) {
        const startMs = performance.now()
        await client.ask(path, { headers: signed(customer) })
        latency.add(performance.now() - startMs)
      }
      return latency.read().p50
    }
    const pages = {
      'list, first page': ['/api/jobs', '/api/jobs', 1.2],
      'list, page in the middle': [`/api/jobs?cursor=${first.middle}`, `/api/jobs?cursor=${second.middle}`, 1.2],
      stats: ['/api/stats', '/api/stats', 1.5],
    } as const
    const figures: Figure[] = []
    for (const [name, [ofFew, ofMany, max]] of Object.entries(pages)) {
      const sides = { many: timed(many, ofMany), few: timed(few, ofFew) }
      await inTurns(1, sides, () => context.report(`${name}: warming up`))
      const rounds = await inTurns(options.pairs, sides, (sentence) => context.report(`${name}: ${sentence}`))
      figures.push({
        name: `${name}, p50`,
        against: `with ${small.toLocaleString('en-US')} jobs`,
        unit: 'ms',
        kind: 'ratio',
        goal: { max },
        pairs: pairsOf(
          rounds,
          (round) => round.many,
          (round) => round.few,
        ),
      })
    }
    return {
      figures,
      notes: [
        `The larger history has ${second.count.toLocaleString('en-US')} jobs, filled at ${Math.round(second.perSecond)} a second; the database is ${isMongod ? 'a mongod' : 'the MongoDB-compatible server, which has no indexes for it: the ratio is that of its scans'}.`,
      ],
    }
  },
}
