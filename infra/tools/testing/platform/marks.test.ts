import type { BatchDryRun } from '@utter/contracts/http/jobs/batch'
import type { UsageView } from '@utter/contracts/http/jobs/usage'
import type { WordTimes } from '@utter/contracts/http/jobs/word-times'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { makeEnterprise } from '@utter/testing/customers/enterprise'
import { signUpOnPlan } from '@utter/testing/customers/on-plan'
import { eventually } from '@utter/testing/eventually'
import { ownPlatform } from '@utter/testing/setup/provided'
import { expect, test } from 'vitest'

const { url } = ownPlatform()

test('a pause adds its time to the sound and to the words behind it, and a mark that cannot be done is refused free', async () => {
  const customer = await Customer.signUp(url)
  await makeEnterprise(customer)
  const spoken = async (userText: string, more: Record<string, unknown> = {}) => {
    const id = jobIdOf(await customer.speak(userText, { voiceId: 'joe', ...more }))
    const job = await customer.finished(id)
    const words = (await customer.get(`/api/jobs/${id}/words`)).body as WordTimes
    return { ...job, startOf: (word: string) => words.find((one) => one.word === word)?.start ?? 0 }
  }
  const without = await spoken('The door was closed. Nobody opened it.')
  const paused = await spoken('The door was closed. [pause:10s]Nobody opened it.')
  const ssml = await spoken('<speak>The door was closed. <break time="10s"/>Nobody opened it.</speak>', { ssml: true })
  for (const job of [paused, ssml]) {
    expect(job.status).toBe('completed')
    // A natural voice speaks no sentence twice in the same time.
    expect(Math.abs((job.durationMs ?? 0) - (without.durationMs ?? 0) - 10_000)).toBeLessThan(1_500)
    expect(Math.abs(job.startOf('Nobody') - without.startOf('Nobody') - 10)).toBeLessThan(1)
  }
  const wrong = await customer.speak('The door [rate:9]was closed.')
  expect(wrong).toMatchObject({
    status: 400,
    body: {
      code: 'invalid_mark',
      details: [{ field: 'userText', message: '[rate:9] at character 9: rate is 0.5 to 2' }],
    },
  })
  // Jobs reads the voices every 10 s; before it has them, speech itself refuses. A dry run keeps nothing.
  const nobody = { userText: '[voice:nobody]Hi.', requestId: 'nobody', voiceId: 'joe' }
  const soundless = { userText: 'My [say:cat|kæt].', requestId: 'soundless', voiceId: 'awb' }
  const fine = { ...soundless, requestId: 'fine', voiceId: 'joe' }
  await eventually('the voices are known', async () => {
    const { body } = await customer.post('/api/batch?dryRun=true', { jobs: [nobody, soundless, fine] })
    return (body as BatchDryRun).rejected === 2
  })
  await eventually('the calls are settled', async () => {
    const usage = (await customer.get('/api/usage')).body as UsageView
    return usage.apiCallsUsed === 3
  })
})

test('a dialogue is one job, whose words and subtitles say who speaks', async () => {
  const customer = await signUpOnPlan(url, 'creator')
  const dialogue = [
    { speaker: 'Anna', text: 'Who is there?' },
    { speaker: 'Ben', text: 'Only the wind.' },
  ]
  const request = { requestId: 'd', voiceId: 'joe', dialogue, speakers: { Anna: 'lucy', Ben: 'joe' } }
  const job = await customer.finished(jobIdOf(await customer.post('/api/tts', request)))
  expect(job).toMatchObject({ status: 'completed', userText: 'Anna: Who is there?\nBen: Only the wind.' })
  const { status, body } = await customer.get(`/api/jobs/${job.id}/words`)
  expect([status, body]).toEqual([200, expect.any(Array)])
  const words = body as WordTimes
  expect(words.map(({ word, speaker }) => `${speaker} ${word}`)).toEqual([
    ...['Who', 'is', 'there'].map((word) => `Anna ${word}`),
    ...['Only', 'the', 'wind'].map((word) => `Ben ${word}`),
  ])
  const subtitles = await (await fetch(new URL((job.audioUrl ?? '').replace('.mp3', '.vtt'), url))).text()
  expect(subtitles.split('\n').filter((line) => line.startsWith('<v'))).toEqual([
    '<v Anna>Who is there</v>',
    '<v Ben>Only the wind</v>',
  ])
})
