import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@utter/client/client'
import { scopes } from '@utter/contracts/credential'
import { freeDayCount } from '@utter/contracts/free-day'
import { repoDir } from '@utter/local/settings'
import { createBackupMetrics } from '@utter/operator/backup/backup-metrics'
import { serveMetrics } from '@utter/operator/private-server'
import { createTrialMetrics } from '@utter/operator/trial/trial-metrics'
import { tryAgainAndAgain } from '@utter/operator/trial/try-again'
import { tryJob } from '@utter/operator/trial/try-job'
import { systemClock } from '@utter/runtime/clock'
import { createPeriodCounts } from '@utter/storage/counts/period-counts'
import { openMongo } from '@utter/storage/mongo'
import { openRedis, whenReady } from '@utter/storage/redis/open'
import { createLog } from '@utter/telemetry/log'
import { Customer } from '@utter/testing/customers/customer'
import { makeEnterprise } from '@utter/testing/customers/enterprise'
import { Payer } from '@utter/testing/customers/payer'
import { RetryingCustomer } from '@utter/testing/customers/retrying-customer'
import { eventually } from '@utter/testing/eventually'
import { type Messages, openMessages } from '@utter/testing/faults/messages'
import { openMongoProxy } from '@utter/testing/faults/mongo-proxy'
import { openWebhookReceiver, withWebhook } from '@utter/testing/faults/webhook-receiver'
import { openHttpServer } from '@utter/testing/http-server'
import { processesOf, testOperator, testTarget } from '@utter/testing/setup/operator'
import { freeze, halt, keepAllAway, killAndAwait } from '@utter/testing/setup/processes'
import { type Prometheus, startPrometheus, type Targets } from '@utter/testing/setup/prometheus'
import { ownPlatform } from '@utter/testing/setup/provided'
import { startReplica } from '@utter/testing/setup/replica'
import { testSandbox } from '@utter/testing/setup/sandbox'
import { testRedisUrl } from '@utter/testing/setup/stores'
import { problem } from '@utter/testing/vendors/fake-openai'
import { openVendor, wellBehaved } from '@utter/testing/vendors/vendor'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'

const { url } = ownPlatform()
/** Longer than the bound of a wait for a slot, shorter than the limit of a reply. */
const slowMs = 3_000
const fired = new Set<string>()
const backups = createBackupMetrics()
const closing = new AsyncDisposableStack()
let vendor: Awaited<ReturnType<typeof openVendor>>
let messages: Messages
let prometheus: Prometheus
let careful: RetryingCustomer
/** More than chat has slots for: each account has two jobs in the fast lane. */
const crowd: RetryingCustomer[] = []

beforeAll(async () => {
  vendor = await openVendor()
  closing.defer(() => vendor.close())
  messages = await openMessages()
  closing.defer(() => messages.close())
  careful = await RetryingCustomer.signUp(url)
  await makeEnterprise(careful.customer)
  await vendor.waitUntilTrusted(careful.customer)
  // Before anything fails: a sign-up that is refused is not repeated.
  while (crowd.length < 16) crowd.push(new RetryingCustomer(await Customer.signUp(url)))
  // A rate is seen from the second look on: each stage has worked once.
  await careful.submit('/api/reply')
  await careful.allEnded()
  const lag = closing.use(await openLagExporter())
  const trials = closing.use(await openTrials())
  prometheus = closing.use(
    await startPrometheus(await targetsOf(), {
      waits: { step_wait_seconds: 2, outbox_blocked_seconds: 3, webhook_oldest_due_seconds: 5, event_age_seconds: 4 },
      lagUrl: lag.url,
      operatorUrl: trials.url,
    }),
  )
})
afterEach(() => vendor.recovers())
afterAll(() => closing.disposeAsync())

async function targetsOf(): Promise<Targets> {
  const processes = Object.entries(await processesOf())
  return Object.fromEntries(
    processes.flatMap(([name, { privateUrl }]) =>
      privateUrl && name !== 'stripe-sandbox' ? [[name, [privateUrl]]] : [],
    ),
  )
}

let isLagMeasured = true
/** In place of Kafka's exporter, which no registry has as a program: the same metric, by the operator's own question. */
const openLagExporter = () =>
  openHttpServer(async (_, response) => {
    const lags = isLagMeasured ? await messages.office.lags().catch(() => []) : []
    const lines = lags.map(
      ({ group, topic, lag }) => `kafka_consumergroup_lag{consumergroup="${group}",topic="${topic}"} ${lag}\n`,
    )
    response.setHeader('content-type', 'text/plain; version=0.0.4')
    response.end(lines.join(''))
  })

/** Trial jobs by the gateway, every second. */
async function openTrials() {
  const client = createClient({
    url,
    apiKey: await (await testOperator()).createKey(careful.customer.email, 'trials', [...scopes]),
    maxTries: 1,
  })
  // The same server tells of backups, the newest of which is young until a test says otherwise.
  backups.measureNewest(new Date())
  const server = await serveMetrics('trial', { host: '127.0.0.1', port: 0 })
  const stop = new AbortController()
  const trying = tryAgainAndAgain(() => tryJob(client, { voiceId: 'default', limitMs: 10_000 }), {
    everyMs: 1_000,
    tell: () => {},
    metrics: createTrialMetrics(),
    signal: stop.signal,
  })
  return {
    url: server.url,
    async [Symbol.asyncDispose]() {
      stop.abort()
      await trying
      await server[Symbol.asyncDispose]()
    },
  }
}

/** Waits until the alert fires. @param act is done again and again meanwhile */
async function fires(alertname: string, labels: Record<string, string> = {}, act: () => unknown = () => {}) {
  const wanted = Object.entries({ alertname, ...labels })
  await eventually(`${alertname} fires`, async () => {
    await act()
    return (await prometheus.firing()).some((alert) => wanted.every(([name, value]) => alert.labels[name] === value))
  })
  fired.add(alertname)
}
/** Changes the documents of a service behind its back. */
async function inDatabase(name: string, change: (mongo: Awaited<ReturnType<typeof openMongo>>) => Promise<unknown>) {
  const mongo = await openMongo((await testTarget()).run.backing.MONGO_URL ?? '', name, createLog('tests', 'silent'))
  try {
    await change(mongo)
  } finally {
    await mongo.close()
  }
}
async function openProxy() {
  const proxy = await openMongoProxy((await testTarget()).run.backing.MONGO_URL ?? '')
  return { ...proxy, [Symbol.asyncDispose]: proxy.close }
}
const isSilent = (alertname: string) =>
  eventually(`${alertname} is over`, async () =>
    (await prometheus.firing()).every(({ labels }) => labels.alertname !== alertname),
  )

test('nothing fires while all is well, four times in a row', async () => {
  let rounds = 0
  // A machine that is busy with other tests answers slowly now and then, and is rightly told so.
  await eventually('nothing fires four times in a row', async () => {
    await careful.submit('/api/reply')
    await careful.submit('/api/tts', 'Yes.')
    await careful.allEnded()
    const firing = await prometheus.firing()
    rounds = firing.length === 0 ? rounds + 1 : 0
    if (firing.length > 0) throw new Error(JSON.stringify(firing))
    return rounds === 4
  })
})

test('an account has other calls than its jobs owe', async () => {
  const { user, email } = careful.customer
  await inDatabase('jobs', ({ connection }) =>
    connection
      .collection<{ _id: string }>('allowances')
      .updateOne({ _id: user?.id ?? '' }, { $inc: { used: 7, rev: 1 } }),
  )
  await (await testOperator()).recount(email)
  // Over by the end of all others.
  await fires('CallsDiffer')
})

test('account is down: its replica, the want of any, and the server errors of the gateway are told', async () => {
  {
    await using _ = await keepAllAway(['account'])
    await fires('ProcessIsDown', { process: 'account' })
    await fires('NoReplicaAnswers', { process: 'account' })
    await fires('ManyServerErrors', { process: 'gateway' }, () => careful.customer.get('/api/auth/me'))
  }
  await isSilent('NoReplicaAnswers')
})

test('account ends again and again, and is started again each time', async () => {
  await fires('ProcessRestarts', { process: 'account' }, async () => {
    await killAndAwait('account')
    // Each is seen by two looks of Prometheus, before it ends too.
    await pause(2_000)
  })
  await isSilent('ProcessRestarts')
})

test('jobs is down: submissions fail and streams do not begin, faster than a month allows', async () => {
  {
    await using _ = await keepAllAway(['jobs'])
    const { customer } = careful
    await fires('ErrorBudgetBurns', { slo: 'submission' }, () => customer.speak('Yes.'))
    await fires('ErrorBudgetBurns', { slo: 'streams' }, () => customer.get(`/api/events/${randomUUID()}`))
  }
  await careful.submit('/api/tts', 'Yes.')
  await careful.allEnded()
})

test('the gateway is down: no trial job has its sound', async () => {
  {
    await using _ = await keepAllAway(['gateway'])
    await fires('TrialJobsFail')
  }
  await isSilent('TrialJobsFail')
})

test('the last replica of speech is gone from what is discovered', async () => {
  const { speech: _, ...others } = await targetsOf()
  await prometheus.discover(others)
  await fires('NoReplicaAnswers', { process: 'speech' })
  await prometheus.discover(await targetsOf())
  await isSilent('NoReplicaAnswers')
})

test('jobs stands still for seconds: reads at the gateway are slow', async () => {
  await fires('SlowAnswers', {}, async () => {
    await using _ = freeze('jobs', 3_000)
    await careful.customer.get('/api/jobs')
  })
})

test('one account sends more at once than it may', async () => {
  await fires('RequestsAreShed', { process: 'gateway' }, () =>
    Promise.all(Array.from({ length: 300 }, () => careful.customer.get('/api/auth/me'))),
  )
})

test('more replies are wanted than chat has slots, from a slow vendor', async () => {
  vendor.answers(async (response, request) => {
    await pause(slowMs)
    await wellBehaved(response, request)
  })
  await Promise.all(crowd.flatMap((one) => [one.submit('/api/reply'), one.submit('/api/reply')]))
  await fires('WorkWaits', { stage: 'chat' })
  vendor.recovers()
  for (const one of crowd) await one.allEnded()
})

test('the vendor answers 500', async () => {
  vendor.answers(problem(500))
  await fires('VendorIsDown', { stage: 'chat' }, () => careful.submit('/api/reply'))
  await vendor.waitUntilTrusted(careful.customer)
  await careful.allEnded()
})

test('the vendor no longer takes our key', async () => {
  vendor.answers(problem(401))
  await fires('VendorRefuses', { stage: 'chat' }, () => careful.submit('/api/reply'))
  await fires('ErrorBudgetBurns', { slo: 'jobs' }, () => careful.submit('/api/reply'))
  await vendor.waitUntilTrusted(careful.customer)
  await careful.allEnded()
})

test('free accounts have used most of their day', async () => {
  const redis = openRedis(await testRedisUrl(), createLog('tests', 'warn'))
  closing.defer(() => redis.disconnect())
  await whenReady(redis)
  const days = createPeriodCounts(redis, systemClock)
  const [name, max] = [freeDayCount('speech'), 5_000_000]
  const giveBack = await days.take([{ name, amount: 4_100_000, max }])
  await fires('FreeDayIsNearlyUsed', { kind: 'speech' })
  await giveBack()
  await isSilent('FreeDayIsNearlyUsed')
})

test('the broker stands still: events are not published', async () => {
  {
    using _ = await halt(['kafka'])
    await careful.submit('/api/tts', 'Yes.')
    await fires('EventsAreNotPublished')
  }
  await careful.allEnded()
})

test('a message cannot be read', async () => {
  await messages.raw.publish('job.finished', [{ key: 'nobody', value: Buffer.from('{') }])
  await fires('DeadLetters', { topic: 'job.finished' })
})

test('the database ends each question of a message by its time limit', async () => {
  await using proxy = await openProxy()
  await using replica = await startReplica('referral', { MONGO_URL: proxy.url })
  const targets = await targetsOf()
  await prometheus.discover({ ...targets, referral: [...(targets.referral ?? []), replica.privateUrl] })
  const states = await messages.raw.read('account.state')
  proxy.refuseAll({ code: 50, codeName: 'MaxTimeMSExpired' })
  // Some of them are in the partitions of the further replica, once it has any: until then the other one consumes them all.
  let publishedAt = 0
  await fires('MessageTakesTooLong', { group: 'referral' }, async () => {
    if (Date.now() - publishedAt < 10_000) return
    publishedAt = Date.now()
    await messages.raw.publish(
      'account.state',
      states.map(({ key, bytes }) => ({ key, value: bytes })),
    )
  })
  proxy.refuseAll(undefined)
  await isSilent('MessageTakesTooLong')
  await prometheus.discover(targets)
})

test('referral is away, and a thousand states of accounts wait for it', async () => {
  const [one] = await messages.raw.read('account.state')
  if (!one) throw new Error('there is no account')
  {
    await using _ = await keepAllAway(['referral'])
    await messages.raw.publish(
      'account.state',
      Array.from({ length: 1_100 }, () => ({ key: one.key, value: one.bytes })),
    )
    await fires('ConsumersLag', { topic: 'account.state', consumergroup: 'referral' })
  }
  await isSilent('ConsumersLag')
})

test('no lag is measured any more', async () => {
  isLagMeasured = false
  await fires('LagIsNotMeasured')
  isLagMeasured = true
  await isSilent('LagIsNotMeasured')
})

test('billing stands still for seconds, and handles the ends of jobs late', async () => {
  // Frozen again at once it would not be asked often enough for a rate.
  let frozenAt = 0
  await fires('EventsAreLate', { group: 'billing', topic: 'job.finished' }, async () => {
    if (Date.now() - frozenAt < 15_000) return
    frozenAt = Date.now()
    await using _ = freeze('billing', 5_000)
    await careful.submit('/api/tts', 'Yes.')
    await careful.allEnded()
  })
  await isSilent('EventsAreLate')
})

test('a receiver of webhooks answers none of many', async () => {
  await using receiver = await openWebhookReceiver()
  const owner = await withWebhook(url, receiver)
  receiver.answers(() => {})
  for (let i = 0; i < 16; i++) await owner.submit('/api/tts', 'Yes.')
  await fires('WebhooksAreLate')
  receiver.recovers()
  await owner.allEnded()
  await isSilent('WebhooksAreLate')
})

test('an item of overage is at Stripe that nobody knows of', async () => {
  const [payer, sandbox, operator] = [new Payer(await Customer.signUp(url)), await testSandbox(), await testOperator()]
  await payer.subscribe('starter')
  await eventually('the plan is paid', async () => {
    const { body } = await payer.customer.get('/api/auth/me')
    return (body as { user: { subscriptionTier: string } }).user.subscriptionTier === 'starter'
  })
  const customer = await sandbox.customerOf(payer.customer.user?.id ?? '')
  const { id } = await sandbox.stripe.invoiceItems.create({
    ...{ customer, amount: 100, currency: 'usd' },
    metadata: { key: 'by hand' },
  })
  await operator.reconcileAll()
  await fires('MoneyDiffers', { kind: 'unknown-item' })
  await sandbox.stripe.invoiceItems.del(id)
  await operator.reconcileAll()
  await isSilent('MoneyDiffers')
})

test('an account has a second subscription, made by hand', async () => {
  const [payer, sandbox] = [new Payer(await Customer.signUp(url)), await testSandbox()]
  await payer.subscribe('starter')
  const customer = await sandbox.customerOf(payer.customer.user?.id ?? '')
  const [{ items, default_payment_method: card } = { items: { data: [] } }] = (
    await sandbox.stripe.subscriptions.list({ customer })
  ).data
  const price = items.data[0]?.price.id ?? ''
  await sandbox.stripe.subscriptions.create({ customer, items: [{ price }], default_payment_method: String(card) })
  await fires('SubscriptionsNeedAPerson', { kind: 'second-subscription' })
  await isSilent('SubscriptionsNeedAPerson')
})

test('no backup can be made for days', async () => {
  backups.measureNewest(new Date(Date.now() - 72 * 3_600_000))
  await fires('BackupIsOld')
  backups.measureNewest(new Date())
  await isSilent('BackupIsOld')
})

test('no comparison of all accounts has ended for two days', async () => {
  const endedAt = new Date(Date.now() - 48 * 3_600_000)
  await inDatabase('billing', ({ connection }) =>
    connection.collection('chores').updateMany({}, { $set: { 'last.endedAt': endedAt } }),
  )
  await fires('MoneyIsNotCompared')
  await (await testOperator()).reconcileAll()
  await isSilent('MoneyIsNotCompared')
})

test('each alert has fired, and is over', async () => {
  const { groups } = parse(readFileSync(join(repoDir, 'infra/observability/alerts.yaml'), 'utf8'))
  const known = groups.flatMap(({ rules }: { rules: { alert?: string }[] }) =>
    rules.flatMap(({ alert }) => alert ?? []),
  )
  expect([...fired].sort()).toEqual(known.sort())
  await eventually('all is silent', async () => (await prometheus.firing()).length === 0)
})
