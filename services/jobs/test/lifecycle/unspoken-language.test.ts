import { randomUUID } from 'node:crypto'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { foreignLanguage } from '@utter/text/language/foreign-language'
import { beforeEach, expect, test } from 'vitest'
import { complete } from '../support/ends.ts'
import { callers, openJobs } from '../support/open-jobs.ts'

const jobs = await closedAfterAll(openJobs('unspoken-language', { foreignLanguage }))
const known = { speech: { default: 'v', joe: 'v', dora: 'w' }, languages: { joe: ['en-US'], dora: ['es-ES'] } }
beforeEach(() => jobs.become(known))

const thai = 'สวัสดีตอนเช้า วันนี้อากาศเป็นอย่างไร'
const inThai = () => ({ userText: thai, requestId: randomUUID(), voiceId: 'joe' })
async function account() {
  const userId = await jobs.account('pro')
  return { userId, token: callers.account(newIdentity({ userId, tier: 'pro' })) }
}
const post = (token: string, path: string, body: unknown) => jobs.request('POST', path, token, { body })
const refused = (field: string, error: string) => ({
  status: 400,
  body: { error, code: 'language_not_spoken', details: [{ field, message: error }] },
})

test('a text that its named voice does not speak is a 400: no job, and no call', async () => {
  const { userId, token } = await account()
  const body = inThai()
  const answer = await post(token, '/api/tts', body)
  expect(answer).toMatchObject(refused('voiceId', 'This voice speaks English, not Thai'))
  expect([await jobs.deps.jobs.byRequest(userId, body.requestId), (await jobs.allowance(userId)).used]).toEqual([
    null,
    0,
  ])
  expect((await post(token, '/api/tts', { ...body, language: 'en' })).status).toBe(202)
})

test('a language that the voice does not speak is a 400 of a reply too; the default finds one that does', async () => {
  const { token } = await account()
  const body = { userText: 'Hello', requestId: randomUUID(), voiceId: 'joe', language: 'es' }
  expect(await post(token, '/api/reply', body)).toMatchObject(
    refused('language', 'This voice speaks English, not Spanish'),
  )
  expect(await post(token, '/api/tts', { ...body, voiceId: 'default', language: 'th' })).toMatchObject(
    refused('language', 'No voice speaks Thai'),
  )
  expect((await post(token, '/api/reply', { ...body, voiceId: 'default' })).status).toBe(202)
})

test('a text that no voice speaks is a 400 of the default too, and a question is none', async () => {
  const { userId, token } = await account()
  const body = { ...inThai(), voiceId: 'default' }
  expect(await post(token, '/api/tts', body)).toMatchObject(refused('userText', 'No voice speaks Thai'))
  expect((await jobs.allowance(userId)).used).toBe(0)
  expect((await post(token, '/api/reply', body)).status).toBe(202)
  const spanish = {
    ...inThai(),
    voiceId: 'default',
    userText: 'El niño juega en el parque con su perro todas las tardes.',
  }
  expect((await post(token, '/api/tts', spanish)).status).toBe(202)
})

test('a job that is there is answered, whatever voices there are by then', async () => {
  const { token } = await account()
  const body = inThai()
  jobs.become({})
  const first = await post(token, '/api/tts', body)
  const batched = inThai()
  const batch = await post(token, '/api/batch', { jobs: [batched] })
  jobs.become(known)
  expect(await post(token, '/api/tts', body)).toMatchObject({ status: 200, body: { jobId: first.body.jobId } })
  expect(await post(token, '/api/tts', { ...body, userText: `${thai} ${thai}` })).toMatchObject({ status: 409 })
  expect(await post(token, '/api/batch', { jobs: [batched] })).toMatchObject({ status: 202, body: batch.body })
})

test('an item of a batch is rejected alone, and the dry run says so', async () => {
  const { userId, token } = await account()
  const list = [
    inThai(),
    { ...inThai(), voiceId: 'default', userText: 'Hello' },
    { ...inThai(), language: 'es' },
    { ...inThai(), voiceId: 'default' },
  ]
  const expected = {
    accepted: 1,
    rejected: 3,
    jobs: [
      {
        requestId: list[0]?.requestId,
        error: 'This voice speaks English, not Thai',
        details: [{ field: 'voiceId', message: 'This voice speaks English, not Thai' }],
      },
      { requestId: list[1]?.requestId },
      { error: 'This voice speaks English, not Spanish', details: [{ field: 'language' }] },
      { error: 'No voice speaks Thai', details: [{ field: 'userText' }] },
    ],
  }
  expect((await post(token, '/api/batch?dryRun=true', { jobs: list })).body).toMatchObject({ ...expected, calls: 1 })
  expect((await post(token, '/api/batch', { jobs: list })).body).toMatchObject(expected)
  expect((await jobs.allowance(userId)).used).toBe(1)
  const none = await post(token, '/api/batch', { jobs: [inThai()] })
  expect(none).toMatchObject({
    status: 400,
    body: { details: [{ field: 'jobs.0.voiceId', message: 'This voice speaks English, not Thai' }] },
  })
})

test('a retry by a voice that does not speak the text, or its language, is a 400', async () => {
  const { userId, token } = await account()
  const spoken = await jobs.submit(userId, { userText: 'Hola', voiceId: 'dora', language: 'es' })
  await complete(jobs, userId, spoken._id)
  const retry = (body: object) => post(token, `/api/jobs/${spoken._id}/retry`, body)
  expect(await retry({ voiceId: 'joe' })).toMatchObject(refused('language', 'This voice speaks English, not Spanish'))
  expect(await retry({ voiceId: 'joe', language: 'auto', userText: thai })).toMatchObject(
    refused('voiceId', 'This voice speaks English, not Thai'),
  )
  expect((await retry({ voiceId: 'joe', language: 'auto' })).status).toBe(202)
})
