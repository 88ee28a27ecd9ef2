import { readConfig } from '@utter/runtime/read-config'
import { openHttpServer } from '@utter/testing/http-server'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { clusterOf, readKafka } from '../src/cluster/cluster.ts'
import { commandToken, endpointToken, mskToken, tokenCache } from '../src/cluster/tokens.ts'
import { messagingConfig } from '../src/config.ts'

const brokers = { KAFKA_BROKERS: 'b-1.example.com:9098,b-2.example.com:9098' }
const tls = { ...brokers, KAFKA_TLS: 'true' }
const login = { KAFKA_USERNAME: 'speech', KAFKA_PASSWORD: 'hidden-1' }

const good: [string, NodeJS.ProcessEnv][] = [
  ['one broker without a login', { KAFKA_BROKERS: 'kafka:9092' }],
  ['several by IPv4', { KAFKA_BROKERS: '10.0.0.1:9092, 10.0.0.2:9092' }],
  [
    'Confluent Cloud',
    {
      KAFKA_BROKERS: 'pkc-1.eu-west-1.aws.confluent.cloud:9092',
      KAFKA_TLS: 'true',
      KAFKA_SASL_MECHANISM: 'plain',
      ...login,
    },
  ],
  ['Amazon MSK with SCRAM', { ...tls, KAFKA_SASL_MECHANISM: 'scram-sha-512', ...login }],
  [
    'Amazon MSK with IAM',
    {
      KAFKA_BROKERS: 'boot-1.kafka-serverless.eu-west-1.amazonaws.com:9098',
      KAFKA_TLS: 'true',
      KAFKA_SASL_MECHANISM: 'aws-iam',
    },
  ],
  ['IAM behind another name', { ...tls, KAFKA_SASL_MECHANISM: 'aws-iam', AWS_REGION: 'eu-west-1' }],
  [
    'Azure Event Hubs',
    {
      KAFKA_BROKERS: 'space.servicebus.windows.net:9093',
      KAFKA_TLS: 'true',
      KAFKA_SASL_MECHANISM: 'plain',
      KAFKA_USERNAME: '$ConnectionString',
      KAFKA_PASSWORD: 'Endpoint=sb://hidden-1',
    },
  ],
  ['Redpanda Cloud', { ...tls, KAFKA_SASL_MECHANISM: 'scram-sha-256', ...login }],
  ['SCRAM inside a network of its own', { ...brokers, KAFKA_SASL_MECHANISM: 'scram-sha-512', ...login }],
  [
    'a token endpoint',
    { ...tls, KAFKA_SASL_MECHANISM: 'oauthbearer', KAFKA_TOKEN_URL: 'https://id.example.com/token', ...login },
  ],
  ['a token command', { ...tls, KAFKA_SASL_MECHANISM: 'oauthbearer', KAFKA_TOKEN_COMMAND: 'print-token' }],
  ['prefixes', { ...brokers, KAFKA_TOPIC_PREFIX: 'team.utter.', KAFKA_GROUP_PREFIX: 'team-utter-' }],
]
test.each(good)('%s is a form that is read', (_, env) => {
  expect(readKafka(env)).toMatchObject({ KAFKA_BROKERS: expect.any(Array) })
})

const bad: [string, NodeJS.ProcessEnv, RegExp][] = [
  ['no broker', {}, /KAFKA_BROKERS is not set/],
  ['a broker without a port', { KAFKA_BROKERS: 'kafka' }, /KAFKA_BROKERS must be host:port/],
  ['a protocol', { KAFKA_BROKERS: 'SASL_SSL://kafka:9092' }, /the protocol is in KAFKA_TLS and KAFKA_SASL_MECHANISM/],
  ['IPv6, which the client does not read', { KAFKA_BROKERS: '[::1]:9092' }, /KAFKA_BROKERS must be host:port/],
  ['another word for true', { ...brokers, KAFKA_TLS: 'yes' }, /KAFKA_TLS must be true or false/],
  ['an unknown mechanism', { ...tls, KAFKA_SASL_MECHANISM: 'gssapi' }, /KAFKA_SASL_MECHANISM must be one of plain, /],
  [
    'an authority without TLS',
    { ...brokers, KAFKA_CA_FILE: 'ca.pem' },
    /KAFKA_CA_FILE is set, and KAFKA_TLS is not true/,
  ],
  [
    'a certificate without its key',
    { ...tls, KAFKA_CERT_FILE: 'c.pem' },
    /KAFKA_CERT_FILE and KAFKA_KEY_FILE are set together/,
  ],
  [
    'a file that is missing',
    { ...tls, KAFKA_CA_FILE: '/nowhere/ca.pem' },
    /KAFKA_CA_FILE: no PEM that can be used \(ENOENT\)/,
  ],
  [
    'a file that is no PEM',
    { ...tls, KAFKA_CERT_FILE: 'package.json', KAFKA_KEY_FILE: 'package.json' },
    /KAFKA_CERT_FILE, KAFKA_KEY_FILE: no PEM/,
  ],
  ['a user without a mechanism', { ...tls, ...login }, /KAFKA_USERNAME is set, and KAFKA_SASL_MECHANISM is not one of/],
  [
    'a mechanism without a user',
    { ...tls, KAFKA_SASL_MECHANISM: 'plain' },
    /KAFKA_SASL_MECHANISM=plain needs KAFKA_USERNAME/,
  ],
  [
    'a mechanism without a password',
    { ...tls, KAFKA_SASL_MECHANISM: 'scram-sha-256', KAFKA_USERNAME: 'a' },
    /needs KAFKA_PASSWORD/,
  ],
  ['a password over a network in clear', { ...brokers, KAFKA_SASL_MECHANISM: 'plain', ...login }, /set KAFKA_TLS=true/],
  [
    'a token over a network in clear',
    { ...brokers, KAFKA_SASL_MECHANISM: 'aws-iam', AWS_REGION: 'eu-west-1' },
    /set KAFKA_TLS=true/,
  ],
  [
    'a token from nowhere',
    { ...tls, KAFKA_SASL_MECHANISM: 'oauthbearer' },
    /needs KAFKA_TOKEN_URL or KAFKA_TOKEN_COMMAND/,
  ],
  [
    'a token from two places',
    {
      ...tls,
      KAFKA_SASL_MECHANISM: 'oauthbearer',
      KAFKA_TOKEN_COMMAND: 'x',
      KAFKA_TOKEN_URL: 'https://id.example.com',
    },
    /are both set/,
  ],
  ['IAM without a region', { ...tls, KAFKA_SASL_MECHANISM: 'aws-iam' }, /needs AWS_REGION/],
  ['a password that IAM does not read', { ...tls, KAFKA_SASL_MECHANISM: 'aws-iam', ...login }, /KAFKA_USERNAME is set/],
  [
    'a prefix that Kafka refuses',
    { ...brokers, KAFKA_TOPIC_PREFIX: 'a b' },
    /KAFKA_TOPIC_PREFIX must be at most 80 letters/,
  ],
]
test.each(bad)('%s is refused by the name of the variable, and no value is shown', (_, env, sentence) => {
  expect(() => readKafka(env)).toThrow(sentence)
  expect(() => readKafka(env)).not.toThrow(/hidden-1/)
})

test('a service makes topics by default, unless it is told that another does', () => {
  const read = (env: NodeJS.ProcessEnv) => readConfig(z.object(messagingConfig), env).KAFKA_MAKE_TOPICS
  expect(read(brokers)).toBeUndefined()
  expect(read({ ...brokers, KAFKA_MAKE_TOPICS: 'false' })).toBe('false')
  expect(() => read({ ...brokers, KAFKA_MAKE_TOPICS: 'no' })).toThrow(/KAFKA_MAKE_TOPICS must be true or false/)
})

test('names of another on the same cluster are not ours', () => {
  const { topicName, ownTopic, groupName, ownGroup } = clusterOf(
    { KAFKA_BROKERS: ['kafka:9092'], KAFKA_TOPIC_PREFIX: 'team.', KAFKA_GROUP_PREFIX: 'team-' },
    {},
  )
  expect([topicName('job.steps'), groupName('jobs')]).toEqual(['team.job.steps', 'team-jobs'])
  expect([ownTopic('team.job.steps'), ownGroup('team-jobs')]).toEqual(['job.steps', 'jobs'])
  expect([ownTopic('job.steps'), ownGroup('jobs')]).toEqual([undefined, undefined])
})

test('a token is fetched once for connections at the same moment, and again shortly before it ends', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  let fetched = 0
  const token = tokenCache(async () => ({ value: `token-${++fetched}`, endsAtMs: Date.now() + 300_000 }))
  expect(await Promise.all([token(), token()])).toEqual(['token-1', 'token-1'])
  vi.setSystemTime(Date.now() + 239_000)
  expect(await token()).toBe('token-1')
  vi.setSystemTime(Date.now() + 2_000)
  expect(await token()).toBe('token-2')
})

test('a fetch that fails is no token, and the next connection fetches again', async () => {
  let fetched = 0
  const token = tokenCache(async () => {
    if (++fetched === 1) throw new Error('away')
    return { value: 'token', endsAtMs: undefined }
  })
  await expect(token()).rejects.toThrow('away')
  expect(await token()).toBe('token')
})

test('an endpoint is asked by client credentials, and says how long its token lasts', async () => {
  const asked: unknown[] = []
  await using server = await openHttpServer(async (request, response) => {
    const body = await request.toArray()
    asked.push([request.method, request.headers.authorization, Buffer.concat(body).toString()])
    response
      .setHeader('content-type', 'application/json')
      .end('{"access_token":"abc","expires_in":60,"token_type":"Bearer"}')
  })
  const client = { url: server.url, clientId: 'a:b', clientSecret: 'c d', scope: 'kafka' }
  const { value, endsAtMs } = await endpointToken(client)()
  expect(value).toBe('abc')
  expect((endsAtMs ?? 0) - Date.now()).toBeGreaterThan(50_000)
  const authorization = `Basic ${Buffer.from('a%3Ab:c%20d').toString('base64')}`
  expect(asked).toEqual([['POST', authorization, 'grant_type=client_credentials&scope=kafka']])
})

test.each([
  ['refuses', 401, '{"error":"invalid_client hidden-1"}', /^KAFKA_TOKEN_URL answered 401$/],
  ['answers something else', 200, '<html>hidden-1</html>', /^KAFKA_TOKEN_URL answered without an access_token$/],
])('an endpoint that %s is named without its answer', async (_, status, body, sentence) => {
  await using server = await openHttpServer((_request, response) => response.writeHead(status).end(body))
  const fetching = endpointToken({ url: server.url, clientId: 'a', clientSecret: 'b', scope: undefined })()
  await expect(fetching).rejects.toThrow(sentence)
})

test.each([
  ['prints nothing', 'true'],
  ['prints more than a token', 'echo hidden-1 hidden-2'],
])('a command that %s brings no token', async (_, command) => {
  await expect(commandToken(command)()).rejects.toThrow(/^KAFKA_TOKEN_COMMAND printed no token alone on a line$/)
})

test("Amazon's token is a signed address of the region that lasts a quarter of an hour", async () => {
  for (const [name, value] of Object.entries({ AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'hidden-1' }))
    vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { value, endsAtMs } = await mskToken('eu-west-1')()
  const signed = new URL(Buffer.from(value, 'base64url').toString())
  expect(signed.host).toBe('kafka.eu-west-1.amazonaws.com')
  expect(signed.searchParams.get('Action')).toBe('kafka-cluster:Connect')
  expect(signed.searchParams.get('X-Amz-Credential')).toContain('AKIDEXAMPLE')
  expect((endsAtMs ?? 0) - Date.now()).toBeGreaterThan(800_000)
})
