import { closedLoop } from '../load/closed-loop.ts'
import { openLoop } from '../load/open-loop.ts'
import { tolerate } from '../load/tolerate.ts'
import type { Figure } from '../measure/figure.ts'
import { oneAtATime } from '../measure/one-at-a-time.ts'
import { between, inTurns, pairsOf } from '../measure/turns.ts'
import { installPeers } from '../peers/npm.ts'
import { openRawKafka } from '../peers/raw-kafka.ts'
import type { Row } from '../row.ts'
import { openSameWrites } from '../same-writes.ts'
import { type Call, startSubmitting, words } from '../submitting.ts'

const callers = 32
const moderatePerSecond = 25

export const submission: Row = {
  name: 'submission',
  what: 'POST /api/tts to 202, at jobs and through the gateway, against the slower of the same Mongo writes and the same Kafka send, raw',
  async run(context) {
    const { options } = context
    const backing = await context.backing()
    const { programs, customers, nextCustomer, atJobs, atGateway, clear } = await startSubmitting(context)
    const writes = await openSameWrites(backing.MONGO_URL, 'bench-raw', 'jobs')
    context.closing.defer(() => writes.close())
    await writes.makeAllowances(customers.map(({ userId }) => userId))
    const kafka = await openRawKafka(await installPeers(context), backing.KAFKA_BROKERS)
    context.closing.defer(() => kafka.close())

    const raw: Call = async () => {
      const job = await writes.submit(nextCustomer().userId, words)
      await writes.take(job)
      await writes.accept(job)
      // As ours, which unsets the mark after it has answered.
      void writes.markPublished(job).catch(() => {})
    }
    const send: Call = async () => {
      await kafka.send(words)
    }
    const seconds = options.quick ? 1 : 3
    const turnOf = (call: Call) => async () => {
      const { perSecond, failed: refused, count } = await closedLoop({ callers, seconds }, call)
      tolerate(refused, count, 'calls')
      const { p50, failed, sent } = await openLoop({ perSecond: moderatePerSecond, seconds }, call)
      tolerate(failed, sent, 'calls')
      await Promise.all([clear(), writes.clear()])
      return { perSecond, p50 }
    }
    const side = (call: Call, of: typeof programs) => ({
      programs: of,
      warm: () => closedLoop({ callers, seconds: 0.5 }, call),
      turn: turnOf(call),
    })
    // Ours after each raw side, so that its processes are paused for less than a session's timeout.
    const sides = oneAtATime({
      jobs: side(atJobs, programs),
      mongo: side(raw, []),
      gateway: side(atGateway, programs),
      kafka: side(send, []),
    })
    await inTurns(1, sides, () => context.report('warming up'))
    const rounds = await inTurns(options.pairs, sides, context.report)

    type Of = (typeof rounds)[number]
    const slower = ({ mongo, kafka }: Of) => Math.min(mongo.perSecond, kafka.perSecond)
    const slowest = ({ mongo, kafka }: Of) => Math.max(mongo.p50, kafka.p50)
    const against = 'slower raw side'
    const rate = { name: 'throughput', unit: 'jobs/s', kind: 'ratio', isMoreBetter: true } as const
    const p50 = { name: `p50 at ${moderatePerSecond}/s`, unit: 'ms', kind: 'ratio' as const }
    const figures: Figure[] = [
      { ...rate, against, goal: { min: 0.85 }, pairs: pairsOf(rounds, ({ jobs }) => jobs.perSecond, slower) },
      { ...p50, against, goal: { max: 1.2 }, pairs: pairsOf(rounds, ({ jobs }) => jobs.p50, slowest) },
      {
        ...rate,
        name: 'throughput through the gateway',
        against,
        pairs: pairsOf(rounds, ({ gateway }) => gateway.perSecond, slower),
      },
      {
        ...p50,
        name: `${p50.name} through the gateway`,
        against,
        pairs: pairsOf(rounds, ({ gateway }) => gateway.p50, slowest),
      },
      between(rounds, 'jobs', 'mongo', 'raw Mongo writes')('perSecond', rate),
      between(rounds, 'jobs', 'kafka', 'raw Kafka send')('perSecond', rate),
    ]
    return {
      figures,
      notes: [`The raw sides run inside the load generator, ${callers} at once; ours pays for HTTP as well.`],
    }
  },
}
