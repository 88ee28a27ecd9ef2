import { randomUUID } from 'node:crypto'
import { openMongo } from '@utter/storage/mongo'
import { createLog } from '@utter/telemetry/log'
import { admitCustomers, type BenchCustomer, createSigned, newCustomer } from '../customers.ts'
import type { Figure } from '../figure.ts'
import { closedLoop } from '../load/closed-loop.ts'
import { type Client, openClient } from '../load/http-client.ts'
import { openLoop } from '../load/open-loop.ts'
import { tolerate } from '../load/tolerate.ts'
import { openOwnBus } from '../own-bus.ts'
import { installPeers } from '../peers/npm.ts'
import { openRawKafka } from '../peers/raw-kafka.ts'
import { planAll } from '../road/planned.ts'
import type { Row } from '../row.ts'
import { openSameWrites } from '../same-writes.ts'
import { startServices } from '../services.ts'
import { inTurns, pairsOf } from '../turns.ts'
import { emptyWeb } from '../web.ts'

/** Nobody ends these jobs, and an account may have 500 on the road. */
const accounts = 200
const callers = 32
const moderatePerSecond = 25
const words = 'Good morning. The train to the mountains leaves at nine, from platform four.'

type Call = () => Promise<undefined>

export const submission: Row = {
  name: 'submission',
  what: 'POST /api/tts to 202, at jobs and through the gateway, against the slower of the same Mongo writes and the same Kafka send, raw',
  async run(ground) {
    const { options } = ground
    const backing = await ground.backing()
    const services = await startServices(ground, ['jobs', 'gateway'], { gateway: { WEB_DIR: await emptyWeb(ground) } })
    const customers = Array.from({ length: accounts }, newCustomer)
    await admitCustomers(backing.REDIS_URL, customers)
    const bus = await openOwnBus(ground)
    ground.closing.defer(() => bus.close())
    await planAll(bus, backing.MONGO_URL, customers)

    const ours = await openMongo(backing.MONGO_URL, 'jobs', createLog('bench', 'warn'))
    ground.closing.defer(() => ours.close())
    const writes = await openSameWrites(backing.MONGO_URL, 'bench-raw', 'jobs')
    ground.closing.defer(() => writes.close())
    await writes.makeAllowances(customers.map(({ userId }) => userId))
    const kafka = await openRawKafka(await installPeers(ground), backing.KAFKA_BROKERS)
    ground.closing.defer(() => kafka.close())

    let turn = 0
    const nextCustomer = () => customers[turn++ % accounts] as BenchCustomer
    const signed = createSigned(ground.secrets.IDENTITY_KEY, 'jobs')
    const submitTo =
      (client: Client, headersOf: (customer: BenchCustomer) => Record<string, string>): Call =>
      async () => {
        await client.ask('/api/tts', {
          method: 'POST',
          headers: { ...headersOf(nextCustomer()), 'content-type': 'application/json' },
          body: JSON.stringify({ userText: words, requestId: randomUUID(), voiceId: 'default' }),
        })
      }
    const atJobs = submitTo(ground.closing.use(openClient(services.jobs.url)), signed)
    const atGateway = submitTo(ground.closing.use(openClient(services.gateway.url)), ({ key }) => ({
      authorization: `Bearer ${key}`,
    }))
    const raw: Call = async () => {
      const job = await writes.admit(nextCustomer().userId, words)
      await writes.take(job)
      await writes.accept(job)
      // As ours, which takes the mark away after it has answered.
      void writes.said(job).catch(() => {})
    }
    const send: Call = async () => {
      await kafka.send(words)
    }
    const seconds = options.quick ? 1.5 : 4
    const side = (call: Call) => async () => {
      const { perSecond, failed: refused, count } = await closedLoop({ callers, seconds }, call)
      tolerate(refused, count, 'calls')
      const { p50, failed, sent } = await openLoop({ perSecond: moderatePerSecond, seconds }, call)
      tolerate(failed, sent, 'calls')
      // What nobody will end must not be looked at by the sweepers of the next turn.
      await Promise.all([ours.connection.collection('jobs').deleteMany({}), writes.forget()])
      await ours.connection
        .collection('allowances')
        .updateMany({}, { $set: { places: [], open: [], backlog: false }, $unset: { lookAt: 1 } })
      return { perSecond, p50 }
    }
    const sides = {
      jobs: side(atJobs),
      gateway: side(atGateway),
      mongo: side(raw),
      kafka: side(send),
    }
    await inTurns(1, sides, () => ground.say('warming up'))
    const rounds = await inTurns(options.pairs, sides, ground.say)

    type Of = (typeof rounds)[number]
    const slower = ({ mongo, kafka }: Of) => Math.min(mongo.perSecond, kafka.perSecond)
    const slowest = ({ mongo, kafka }: Of) => Math.max(mongo.p50, kafka.p50)
    const against = 'slower raw side'
    const rate = { name: 'throughput', unit: 'jobs/s', kind: 'ratio' as const }
    const p50 = { name: `p50 at ${moderatePerSecond}/s`, unit: 'ms', kind: 'ratio' as const }
    const figures: Figure[] = [
      { ...rate, against, goal: { least: 0.5 }, pairs: pairsOf(rounds, ({ jobs }) => jobs.perSecond, slower) },
      { ...p50, against, goal: { most: 2 }, pairs: pairsOf(rounds, ({ jobs }) => jobs.p50, slowest) },
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
      {
        ...rate,
        against: 'raw Mongo writes',
        pairs: pairsOf(
          rounds,
          ({ jobs }) => jobs.perSecond,
          ({ mongo }) => mongo.perSecond,
        ),
      },
      {
        ...rate,
        against: 'raw Kafka send',
        pairs: pairsOf(
          rounds,
          ({ jobs }) => jobs.perSecond,
          ({ kafka }) => kafka.perSecond,
        ),
      },
    ]
    return {
      figures,
      notes: [`The raw sides run inside the load generator, ${callers} at once; ours pays for HTTP as well.`],
    }
  },
}
