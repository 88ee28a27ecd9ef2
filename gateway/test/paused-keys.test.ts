import { credentialKey } from '@utter/contracts/credential'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { eventually } from '@utter/testing/eventually'
import { expect, test } from 'vitest'
import { openGateway } from './support/open-gateway.ts'

const gateway = await closedAfterAll(openGateway({}, { checkEveryMs: 20 }))
type Key = ReturnType<typeof gateway.createKey>

/** As account does: the copy of a key changes, and its own word with it. */
async function setPaused(key: Key, isPaused: boolean): Promise<void> {
  Object.assign(key.credential, { version: key.credential.version + 1 })
  if (isPaused) key.credential.isPaused = true
  else delete key.credential.isPaused
  key.credential.expiresAt = isPaused ? new Date().toISOString() : null
  await gateway.redis.set(credentialKey(key.hash), JSON.stringify(key.credential), 'EX', 60)
}
async function ask({ headers }: Pick<Key, 'headers'>, path = '/api/jobs', method = 'GET') {
  const answer = await fetch(gateway.url + path, {
    method,
    headers: { ...headers, ...(method === 'POST' && { 'content-type': 'application/json' }) },
    ...(method === 'POST' && { body: '{}' }),
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}
const refused = { error: 'This API key is paused', code: 'key_paused' }

test.each([
  ['GET', '/api/jobs'],
  ['POST', '/api/tts'],
])(
  'a key that is paused is refused with its own code, and passes again when it is resumed: %s',
  async (method, path) => {
    const key = gateway.createKey(undefined, 5)
    expect((await ask(key, path, method)).status).toBe(200)
    await setPaused(key, true)
    gateway.asked.length = 0
    const answer = await ask(key, path, method)
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(JSON.parse(answer.text)).toMatchObject(refused)
    expect(gateway.asked).toEqual([])
    await setPaused(key, false)
    expect((await ask(key, path, method)).status).toBe(200)
  },
)

test('a paused key without a copy is refused as account says', async () => {
  const key = gateway.createKey(undefined, undefined, { isPaused: true, expiresAt: '2026-01-15T09:00:00.000Z' })
  for (const method of ['GET', 'POST'])
    expect(JSON.parse((await ask(key, method === 'GET' ? '/api/jobs' : '/api/tts', method)).text)).toMatchObject(
      refused,
    )
})

test('a paused key takes nothing from the rate of its account, wherever it comes from', async () => {
  const key = gateway.createKey(undefined, 5, { isPaused: true, networks: ['192.0.2.0/24'] })
  for (let i = 0; i < 3; i++) expect(JSON.parse((await ask(key, '/api/tts', 'POST')).text)).toMatchObject(refused)
  expect(await gateway.redis.zcard(`rate:spend:${key.credential.userId}`)).toBe(0)
  expect(await gateway.redis.exists(`rate:read:${key.credential.userId}`)).toBe(0)
})

test.each([
  ['OpenAI', '/v1/models', { error: { code: 'key_paused', message: 'This API key is paused' } }],
  ['ElevenLabs', '/v1/voices', { detail: { message: 'This API key is paused' } }],
])('the clients of %s are told so in their own shape', async (door, path, shape) => {
  const { headers } = gateway.createKey(undefined, undefined, { isPaused: true })
  const ofDoor = { 'xi-api-key': headers.authorization.replace('Bearer ', '') }
  const { status, text } = await ask({ headers: (door === 'OpenAI' ? headers : ofDoor) as Key['headers'] }, path)
  expect([status, JSON.parse(text)]).toMatchObject([401, shape])
})

test('the streams of a key end soon after it is paused, and those of another stay', async () => {
  const [leaving, staying] = [gateway.createKey(), gateway.createKey()]
  gateway.behaves(
    (_request, response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': \n\n'),
  )
  const open = async ({ headers }: Key) => {
    const { body } = await fetch(`${gateway.url}/api/events`, { headers })
    const stream = { isOver: false }
    const read = async () => {
      for await (const _ of body ?? []);
      stream.isOver = true
    }
    read().catch(() => {})
    return stream
  }
  const streams = await Promise.all([leaving, staying].map(open))
  await setPaused(leaving, true)
  await eventually('its stream is over', () => streams[0]?.isOver)
  expect(streams[1]?.isOver).toBe(false)
  gateway.behaves()
})
