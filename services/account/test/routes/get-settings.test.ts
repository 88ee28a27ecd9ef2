import { Settings } from '@utter/contracts/http/account/settings'
import { settingKey, settingNames } from '@utter/contracts/settings'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { beforeEach, expect, test } from 'vitest'
import { callerToken } from '../support/callers.ts'
import { openAccount } from '../support/open-account.ts'

const account = await closedAfterAll(openAccount())
const { address, session } = await account.member()
const token = callerToken({ address, identity: session })

beforeEach(() => account.redis.del(settingNames.map(settingKey)))

const settings = (by: string | undefined = token) => account.request('GET', '/api/settings', by)
const names = ['Chat model key', 'Speech provider key', 'Local token', 'Shared secret']

test('200: the lines that processes have written, and what is the same everywhere', async () => {
  for (const name of settingNames) await account.redis.set(settingKey(name), `the ${name}`)
  await account.redis.set(settingKey('chatModelClass'), 'small')
  const { status, body } = await settings()
  expect([status, Settings.parse(body)]).toEqual([
    200,
    {
      credentials: [
        { name: 'Chat model key', value: 'the chatModelKey' },
        { name: 'Speech provider key', value: 'the speechProviderKey' },
        { name: 'Local token', value: 'the localToken' },
        { name: 'Shared secret', value: 'the sharedSecret' },
      ],
      chatModel: 'the chatModel',
      chatModelClass: 'small',
      maxCompletionTokens: 300,
      speechModel: 'the speechModel',
      outputFormat: 'mp3_48000_128',
    },
  ])
})

test('200: a line that no process has written reads so', async () => {
  await account.redis.set(settingKey('chatModel'), 'a model')
  expect((await settings()).body).toMatchObject({
    credentials: names.map((name) => ({ name, value: 'Not available' })),
    chatModel: 'a model',
    speechModel: 'Not available',
  })
})

test('200: a class of chat model that is not known here, as a newer version may write, is left out', async () => {
  await account.redis.set(settingKey('chatModelClass'), 'huge')
  expect(Settings.parse((await settings()).body)).not.toHaveProperty('chatModelClass')
})

test('200: while Redis is unavailable no line is known', async () => {
  await using alone = await openAccount()
  const { address, session } = await alone.member()
  alone.ownRedis.disconnect()
  const answer = await alone.request('GET', '/api/settings', callerToken({ address, identity: session }))
  expect(answer).toMatchObject({ status: 200, body: { chatModel: 'Not available', maxCompletionTokens: 300 } })
})

test('200: no line is asked for where the gateway has found Redis unavailable, so that nobody waits for it twice', async () => {
  await account.redis.set(settingKey('chatModel'), 'a model')
  const { address, session } = await account.member()
  const by = callerToken({ address, identity: session, withoutRedis: true })
  expect((await settings(by)).body).toMatchObject({ chatModel: 'Not available' })
})
