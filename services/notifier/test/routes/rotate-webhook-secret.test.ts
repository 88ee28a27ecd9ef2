import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { signingSecrets } from '../../src/domain/endpoint.ts'
import { openWebhooks } from '../support/open-webhooks.ts'

const webhooks = await closedAfterAll(openWebhooks())

const rotate = (token: string | undefined) => webhooks.request('POST', '/api/settings/webhook/secret', token)
const dayMs = 24 * 3_600_000
const secretsOf = async (userId: string, laterMs = 0) => {
  const endpoint = await webhooks.endpoints.read(userId)
  return endpoint && signingSecrets(endpoint, new Date(webhooks.clock.now().getTime() + laterMs), webhooks.sealed)
}

test('200: a new secret, beside which the old one signs for 24 h', async () => {
  const { token, userId, secret } = await webhooks.account('https://example.com/')
  const answer = await rotate(token)
  expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
  expect(answer.body).toEqual({ secret: expect.stringMatching(/^whsec_/) })
  expect(await secretsOf(userId)).toEqual([answer.body.secret, secret])
  expect(await secretsOf(userId, dayMs - 1)).toEqual([answer.body.secret, secret])
  expect(await secretsOf(userId, dayMs)).toEqual([answer.body.secret])
})

test('no secret is stored as it is, and one that a version before stored so signs on and is sealed by the next write', async () => {
  const { token, userId, secret } = await webhooks.account('https://example.com/')
  const stored = webhooks.mongo.connection.collection<{ _id: string }>('endpoints')
  const text = async () => JSON.stringify(await stored.findOne({ _id: userId }))
  const { body: first } = await rotate(token)
  for (const one of [secret, first.secret]) expect(await text()).not.toContain(one.slice(6))

  await stored.updateOne({ _id: userId }, { $set: { secret } })
  expect((await secretsOf(userId))?.[0]).toBe(secret)
  await webhooks.setUrl(token, 'https://another.example/')
  expect([(await secretsOf(userId))?.[0], (await text()).includes(secret)]).toEqual([secret, false])

  await stored.updateOne({ _id: userId }, { $set: { secret } })
  const { body: second } = await rotate(token)
  expect([(await secretsOf(userId))?.slice(0, 2), (await text()).includes(secret)]).toEqual([
    [second.secret, secret],
    false,
  ])
})

test('200: a first secret, for the webhooks of jobs alone', async () => {
  const { token, userId } = await webhooks.account()
  const { body } = await rotate(token)
  expect(await secretsOf(userId)).toEqual([body.secret])
  expect((await webhooks.setUrl(token, 'https://example.com/')).body).toEqual({ webhookUrl: 'https://example.com/' })
})

test('200: of many rotations at once each answer’s secret signs, up to five', async () => {
  const { token, userId } = await webhooks.account('https://example.com/')
  const answers = await Promise.all(Array.from({ length: 4 }, () => rotate(token)))
  const made = answers.map(({ body }) => body.secret)
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await secretsOf(userId))?.slice(0, 4).sort()).toEqual(made.sort())
  for (let i = 0; i < 4; i++) await rotate(token)
  expect(await secretsOf(userId)).toHaveLength(5)
})

test('403 on the free plan', async () => {
  const { token } = await webhooks.account(undefined, 'free')
  expect(await rotate(token)).toMatchObject(problem(403, 'Webhooks are available on paid plans', 'plan_required'))
})
