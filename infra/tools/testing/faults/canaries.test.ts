import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { scopes } from '@utter/contracts/credential'
import { readSecrets } from '@utter/local/secrets'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { type Answer, Customer, jobIdOf } from '@utter/testing/customers/customer'
import { makeEnterprise } from '@utter/testing/customers/enterprise'
import { eventually } from '@utter/testing/eventually'
import { leaksIn, logsAndMetrics, type Places, storesOf, topicsOf } from '@utter/testing/faults/leaks'
import { openMessages } from '@utter/testing/faults/messages'
import { openWebhookReceiver } from '@utter/testing/faults/webhook-receiver'
import { openHttpServer } from '@utter/testing/http-server'
import { testOperator } from '@utter/testing/setup/operator'
import { keepAllAway } from '@utter/testing/setup/processes'
import { ownPlatform } from '@utter/testing/setup/provided'
import { startReplica } from '@utter/testing/setup/replica'
import { bucketEnv, startS3Server } from '@utter/testing/setup/s3-server'
import { openFakeElevenLabs } from '@utter/testing/vendors/fake-elevenlabs'
import { begin, problem, reset, type VendorRequest } from '@utter/testing/vendors/fake-openai'
import { json } from '@utter/testing/vendors/fake-speech-vendor'
import { openFakeTranscriber } from '@utter/testing/vendors/fake-transcriber'
import { openVendor } from '@utter/testing/vendors/vendor'
import { expect, test } from 'vitest'

const { dataDir } = ownPlatform()
/** A value that is nowhere else. */
const canary = (prefix = '') => `${prefix}canary${randomUUID().replaceAll('-', '')}`

const vendor = await closedAfterAll(openVendor())

/** A collector of traces: it keeps what came, refuses it, and names the headers with which it came. */
async function openTraces() {
  const received: string[] = []
  const server = await openHttpServer(async (request, response) => {
    received.push((await buffer(request)).toString('latin1'))
    response.writeHead(400).end(JSON.stringify(request.headers))
  })
  return { ...server, received }
}

/** A payment provider that refuses everything and names the key that it was asked with, as vendors have done. */
const openTellTale = () =>
  openHttpServer((request, response) => {
    request.resume()
    const message = `Invalid API Key provided: ${request.headers.authorization}`
    response
      .writeHead(401, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: { type: 'invalid_request_error', message } }))
  })

const keyIn = ({ authorization = '' }: VendorRequest) => authorization.replace('Bearer ', '')

test('no secret of ours or of a customer is found in a log, an answer, a trace, a message, a metric or a document', async () => {
  const own = await readSecrets(dataDir, {})
  const [openAi, stripe, collector, eleven] = [canary('sk-'), canary('sk_sandbox_'), canary(), canary()]
  const ear = canary()
  await using traces = await openTraces()
  await using payments = await openTellTale()
  await using voices = await openFakeElevenLabs()
  await using transcriber = await openFakeTranscriber()
  await using receiver = await openWebhookReceiver()
  receiver.answers((response) => response.writeHead(500).end())
  await using s3 = await startS3Server()
  const bucket = await s3.newBucket()
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: traces.url, OTEL_EXPORTER_OTLP_HEADERS: `x-key=${collector}` }
  await using stack = new AsyncDisposableStack()
  const start = async (name: string, more: Record<string, string> = {}) => {
    const replica = await startReplica(name, { ...traced, ...more })
    stack.defer(async () => void (await replica.stop('SIGTERM')))
    return replica
  }
  const [chat, account, jobs] = await Promise.all([
    start('chat', { OPENAI_API_KEY: openAi }),
    start('account'),
    start('jobs'),
  ])
  // Else the platform's own would take some of its jobs, and it keeps their audio in a folder.
  stack.use(await keepAllAway(['speech']))
  const [billing, speech] = await Promise.all([
    start('billing', { STRIPE_SECRET_KEY: stripe, STRIPE_SANDBOX_URL: payments.url }),
    start('speech', {
      ...bucketEnv(bucket),
      AUDIO_DIR: '',
      SPEECH_PROVIDER: 'local',
      ELEVENLABS_API_KEY: eleven,
      ELEVENLABS_BASE_URL: voices.url,
      TRANSCRIBE_BASE_URL: transcriber.baseURL,
      TRANSCRIBE_API_KEY: ear,
    }),
    start('notifier'),
  ])
  const gateway = await start('gateway', {
    CHAT_URL: chat.url,
    ACCOUNT_URL: account.url,
    JOBS_URL: jobs.url,
    BILLING_URL: billing.url,
    SPEECH_URL: speech.url,
  })

  const answers: Answer[] = []
  const ask = async (who: Customer, method: string, path: string, options: Parameters<Customer['request']>[2] = {}) => {
    const answer = await who.request(method, path, options)
    answers.push(answer)
    return answer
  }
  const password = canary()
  // A busy machine refuses some early, which come again.
  const customer = await eventually('somebody signs up', () => Customer.signUp(gateway.url, { password }))
  await makeEnterprise(customer)
  const visitor = new Customer(gateway.url)

  const hook = canary()
  const webhookUrl = `${receiver.url}?token=${hook}`
  const saved = await eventually('the webhook is set', async () => {
    const answer = await customer.request('PUT', '/api/settings/webhook', { body: { webhookUrl } })
    return answer.status === 200 && answer
  })
  const made = await customer.post('/api/keys', { name: 'a key', scopes })
  const key = (made.body as { key: string }).key
  const link = await (await testOperator()).resetPassword(customer.email)

  const secrets: Record<string, string> = {
    ...{ openAi, stripe, collector, eleven, ear, password, hook, key },
    bucket: bucket.credentials?.secretAccessKey ?? '',
    session: (customer.headers.cookie ?? '').split('=')[1] ?? '',
    reset: new URL(link).searchParams.get('reset') ?? '',
    webhookSecret: (saved.body as { secret: string }).secret,
    audio: own.AUDIO_SIGNING_KEY,
    signing: own.SIGNING_KEYS,
    webhookSecrets: own.WEBHOOK_SECRETS_KEY,
    redis: own.REDIS_PASSWORD,
    sandbox: own.STRIPE_SECRET_KEY,
    stripeEvents: own.STRIPE_WEBHOOK_SECRET,
    ...Object.fromEntries(Object.entries(own.identityKeys).map(([name, text]) => [`identity of ${name}`, text])),
    ...Object.fromEntries(Object.entries(own.redisPasswords).map(([name, text]) => [`redis of ${name}`, text])),
  }
  expect(Object.entries(secrets).filter(([, value]) => value.length < 20)).toEqual([])

  // The vendor repeats the key of the request, in every way that it can fail.
  const failures = [
    (request: VendorRequest) => problem(401, {}, { message: `Incorrect API key provided: ${keyIn(request)}` }),
    (request: VendorRequest) =>
      problem(500, { 'x-key': keyIn(request) }, { message: keyIn(request), code: keyIn(request) }),
    (request: VendorRequest) => problem(400, {}, { message: keyIn(request), param: keyIn(request) }),
    () => reset,
  ]
  for (const failure of failures) {
    vendor.answers((response, request) => failure(request)(response, request))
    await ask(customer, 'POST', '/api/chat', { body: { message: 'Hello.' } })
    await ask(customer, 'POST', '/api/reply', {
      body: { userText: 'Hello.', requestId: randomUUID(), voiceId: 'default' },
    })
  }
  vendor.answers((response, request) => begin(response).error(keyIn(request)))
  await ask(customer, 'POST', '/api/chat', { body: { message: 'Hello.' } })
  await vendor.waitUntilTrusted(customer)

  // So does the transcriber.
  transcriber.answers((response, request) => {
    const told = String(request.headers.authorization)
    json(401, { error: { message: `Incorrect API key provided: ${told}` } }, { 'x-key': told })(response, request)
  })
  answers.push(await customer.speak('It is heard.', { voiceId: 'premadeRachel', check: 'words' }))
  await eventually('the transcriber was asked to hear', () => transcriber.clips.length > 0)

  // So does the vendor of voices.
  for (const status of [401, 400, 500]) {
    const calls = voices.spoken().length
    voices.answers((response, request) => {
      const told = request.headers['xi-api-key']
      json(status, { detail: { status: told, message: told } }, { 'x-key': String(told) })(response, request)
    })
    answers.push(await customer.speak('Yes.', { voiceId: 'premadeRachel' }))
    await eventually('the vendor was asked to speak', () => voices.spoken().length > calls)
  }

  // Refusals of which the request holds a secret.
  const wrong = { email: customer.email, password: `${password}x` }
  await ask(visitor, 'POST', '/api/auth/login', { body: wrong })
  await ask(visitor, 'POST', '/api/auth/login', { raw: `{"email":"a@b.de","password":"${password}"` })
  await ask(visitor, 'POST', '/api/auth/login', { body: { email: 'a@b.de', password: [password] } })
  await ask(visitor, 'POST', '/api/auth/signup', { body: { username: '', email: 'a', password } })
  await ask(visitor, 'POST', '/api/auth/reset-password', { body: { token: `${secrets.reset}`, password: 'x' } })
  await ask(visitor, 'GET', '/api/jobs', { headers: { authorization: `Bearer ${key}x` } })
  await ask(visitor, 'GET', '/api/jobs', { headers: { authorization: `Basic ${key}` } })
  await ask(visitor, 'GET', `/api/events?key=${key}&session=${secrets.session}`)
  await ask(visitor, 'GET', `/audio/${randomUUID()}.mp3?expires=1&signature=${secrets.audio}`)
  await ask(visitor, 'POST', '/api/stripe/webhook', {
    raw: '{}',
    headers: { 'stripe-signature': secrets.stripeEvents ?? '' },
  })
  await ask(customer, 'POST', '/api/stripe/create-checkout-session', { body: { tier: 'starter' } })
  for (const path of [
    '/api/settings',
    '/api/keys',
    '/api/auth/me',
    '/api/auth/audit',
    '/api/auth/sessions',
    '/api/jobs',
  ])
    await ask(customer, 'GET', path)
  const program = new Customer(gateway.url, { authorization: `Bearer ${key}` })
  const { id, audioUrl } = await program.finished(jobIdOf(await program.speak('Yes.')))
  expect((await visitor.get(String(audioUrl))).status).toBe(200)
  await ask(program, 'GET', `/api/jobs/${id}`)
  await eventually('the webhook was tried', () => receiver.requests.length > 0)
  await ask(customer, 'GET', '/api/webhooks/deliveries')

  const messages = await openMessages()
  stack.defer(() => messages.close())
  await messages.raw.publish('job.steps', [{ key: id, value: `{"token":"${key}"` }])
  await eventually('it is set aside', async () => (await messages.office.list('job.steps')).length > 0)
  const dead = (await messages.office.list('job.steps')).map(({ reason }) => reason).join('\n')
  const places: Places = {
    'the reasons of dead letters': dead,
    ...(await topicsOf(messages)),
    ...(await storesOf(own.REDIS_PASSWORD)),
  }
  await stack.disposeAsync()
  expect(traces.received.length).toBeGreaterThan(0)
  Object.assign(places, await logsAndMetrics(), {
    answers: answers.map(({ headers, body }) => JSON.stringify([[...headers], body])).join('\n'),
    traces: traces.received.join('\n'),
  })
  const needed = new Set([
    // It sends there; its owner is shown where, and the session's cookie is renewed at each visit.
    'hook in collection notifier.endpoints',
    'hook in collection notifier.deliveries',
    'hook in collection account.users',
    'hook in topic webhook.state',
    'hook in answers',
    'session in answers',
    // As the test has put it there.
    'key in topic job.steps',
    'key in topic job.steps.dead',
  ])
  expect(leaksIn(secrets, places).filter((leak) => !needed.has(leak))).toEqual([])
  // It finds what is there.
  expect(leaksIn(secrets, places)).toEqual(expect.arrayContaining([...needed].slice(-2)))
})
