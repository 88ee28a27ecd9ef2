import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bringUp } from '@utter/local/bring-up'
import { freePort } from '@utter/local/free-port'
import { readSettings } from '@utter/local/settings'
import type { TestProject } from 'vitest/node'
import { startWatchedMongo } from '../commands/watched-mongo.ts'
import { browserPath } from '../customers/browser.ts'
import { startRedisCluster } from '../engines/redis-cluster.ts'
import { admin, startSecureKafka } from '../engines/secure-kafka.ts'
import { openPacedVendor } from '../vendors/paced-vendor.ts'
import { openFleet } from './fleet.ts'
import { platformEnv, shortenedEnv, tracesEnv, vendorEnv } from './platform-env.ts'
import type { PlatformAddresses } from './provided.ts'
import { bucketEnv, startS3Server } from './s3-server.ts'
import { smallPlans } from './small-plans.ts'
import { startTraceReceiver } from './trace-receiver.ts'

/** So that a busy machine with two cores still renews a lease in time. */
const takeoversSoonerBy = 3
/** Tests that wait for takeovers. Where a death under load, or a fault in its real time, is the test, the product's own times are. */
const shortenedIn = ['faults', 'money']
/** Tests on the engines of companies: a Kafka by TLS, a password and names with prefixes, and a Redis Cluster. */
const elsewhereIn = ['screens']
/** Tests of rates, which batches of two documents and a proxy would change. */
const measuredIn = ['load', 'soak']

/**
 * The whole platform as `npm start` runs it, on data and a port of its own; as many as the project provides for, one for each file that runs at
 * the same time. With `UTTER_REPLICAS` so many of each process, and the tests go by the balancer before the gateways. With `UTTER_BUCKET=true`
 * its audio is in a bucket.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { platformCount = 1 } = project.getProvidedContext()
  const closing = new AsyncDisposableStack()
  // Replicas and tests, in processes of their own, find the bucket as the platform does.
  if (process.env.UTTER_BUCKET === 'true')
    Object.assign(process.env, bucketEnv(await closing.use(await startS3Server()).newBucket()))
  // Unpacked before two files at once find it half written.
  await browserPath()
  const count = Math.min(platformCount, project.config.maxWorkers)
  const started = await Promise.allSettled(Array.from({ length: count }, () => startPlatform(project.name)))
  const platforms = started.flatMap((one) => (one.status === 'fulfilled' ? [closing.use(one.value).platform] : []))
  const failed = started.find((one) => one.status === 'rejected')
  if (failed) {
    await closing.disposeAsync()
    throw failed.reason
  }
  project.provide('platforms', platforms)
  return () => closing.disposeAsync()
}

async function startPlatform(projectName: string): Promise<AsyncDisposable & { platform: PlatformAddresses }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'utter-platform-'))
  const port = await freePort()
  // Faults need a chat model that fails as a test wants it to, a soak one that costs nothing, and screens one whose pace is its own; on
  // `platform` the real one answers.
  const isFaulty = !['platform', 'screens'].includes(projectName)
  const vendorPort = projectName === 'platform' ? undefined : await freePort()
  const tracesPort = projectName === 'platform' ? await freePort() : undefined
  const shortenedBy = shortenedIn.includes(projectName) ? takeoversSoonerBy : undefined
  // Where money is counted, plans are small enough to be used up.
  const plansFile = projectName === 'money' ? join(dataDir, 'plans.json') : undefined
  if (plansFile) await writeFile(plansFile, JSON.stringify(smallPlans))
  const replicas = Number(process.env.UTTER_REPLICAS ?? 1)
  const balancerPort = replicas > 1 ? await freePort() : undefined
  const url = `http://localhost:${balancerPort ?? port}`
  await using closing = new AsyncDisposableStack()
  if (vendorPort && !isFaulty) closing.use(await openPacedVendor(vendorPort))
  if (tracesPort) closing.use(await startTraceReceiver(tracesPort))
  if (!process.env.UTTER_KEEP_DATA) closing.defer(() => rm(dataDir, { recursive: true, force: true }))
  const enginesEnv = elsewhereIn.includes(projectName) ? await enginesElsewhere(closing) : {}
  const env = {
    ...process.env,
    ...enginesEnv,
    PORT: String(port),
    PUBLIC_URL: url,
    UTTER_DATA: dataDir,
    ...platformEnv,
    LOG_LEVEL: 'info',
    ...(plansFile && { PLANS_FILE: plansFile }),
    ...(isFaulty && { FAILPOINTS_DIR: join(dataDir, 'failpoints') }),
    ...tracesEnv(tracesPort),
    ...vendorEnv(vendorPort),
    ...shortenedEnv(shortenedBy),
  }
  const settings = { ...readSettings(env), dataDir }
  await bringUp({
    settings,
    verbose: false,
    dev: false,
    report: console.log,
    stop: new AbortController(),
    closing,
    ...(!measuredIn.includes(projectName) && {
      beforeMongo: async (mongoUrl: string) => {
        const mongo = await startWatchedMongo(mongoUrl)
        closing.defer(mongo.close)
        return mongo.url
      },
    }),
    // A process that is killed fifty times is started again as soon as the first time.
    ...(isFaulty && { pausesMs: [300] }),
  })
  const platform: PlatformAddresses = {
    url,
    dataDir,
    ...(isFaulty && vendorPort && { vendorPort }),
    ...(tracesPort && { tracesPort }),
    ...(shortenedBy && { shortenedBy }),
  }
  if (balancerPort) closing.use(await openFleet(replicas, { platform, port: balancerPort, isPlatform: true }))
  const handedOver = closing.move()
  return { platform, [Symbol.asyncDispose]: () => handedOver.disposeAsync() }
}

async function enginesElsewhere(closing: AsyncDisposableStack): Promise<Record<string, string>> {
  const { KAFKA_BROKERS, ...login } = closing.use(await startSecureKafka([])).as(admin)
  const { url: REDIS_URL } = closing.use(await startRedisCluster())
  const variables = { ...login, KAFKA_TOPIC_PREFIX: 'company.utter.', KAFKA_GROUP_PREFIX: 'company-utter-' }
  return { ...(variables as Record<string, string>), KAFKA_BROKERS: KAFKA_BROKERS.join(','), REDIS_URL }
}
