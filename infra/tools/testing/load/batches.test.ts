import { randomUUID } from 'node:crypto'
import { UserAnswer } from '@utter/contracts/http/account/user-view'
import type { BatchSubmitted } from '@utter/contracts/http/jobs/batch'
import type { Answered } from '@utter/contracts/http/jobs/job-views'
import { UsageView } from '@utter/contracts/http/jobs/usage'
import { standardPlans } from '@utter/contracts/plans'
import { type Answer, Customer, jobIdOf } from '@utter/testing/customers/customer'
import { eventually } from '@utter/testing/eventually'
import { expectAtRest } from '@utter/testing/invariants/checker'
import { testOperator } from '@utter/testing/setup/operator'
import { ownPlatform } from '@utter/testing/setup/provided'
import { testAudio } from '@utter/testing/setup/stores'
import pMap from 'p-map'
import { expect, test } from 'vitest'

const { url } = ownPlatform()
const undisturbed = { disturbed: false }

/** An account of the pro plan, with any rate, and so many calls left where that is given. */
async function pro(left?: number): Promise<Customer> {
  const [customer, operator] = [await Customer.signUp(url), await testOperator()]
  await operator.setRate(customer.email, 1_000_000)
  await operator.setPlan(customer.email, 'pro')
  // The plan is awaited at jobs too, which consumes it apart from account, and would count calls set before it again.
  await eventually('it has the plan', async () => {
    const { user } = UserAnswer.parse((await customer.get('/api/auth/me')).body)
    const { tier } = UsageView.parse((await customer.get('/api/usage')).body)
    return user.subscriptionTier === 'pro' && tier === 'pro'
  })
  if (left === undefined) return customer
  const limit = standardPlans.find(({ name }) => name === 'pro')?.apiCallsLimit ?? 0
  await customer.request('PUT', '/api/usage/spending-limit', { body: { dollars: 0 } })
  await operator.setCalls(customer.email, limit - left)
  return customer
}

const item = (more: Record<string, unknown> = {}) => ({
  userText: 'Yes.',
  requestId: randomUUID(),
  voiceId: 'slt',
  ...more,
})
const items = (count: number) => Array.from({ length: count }, () => item())

/** As a careful program does: the same batch again while it is refused for a moment, or its plan is not known everywhere yet. */
const submit = (customer: Customer, jobs: unknown[]): Promise<Answer> =>
  eventually('a batch is answered', async () => {
    const answer = await customer.post('/api/batch', { jobs })
    return ![403, 429, 503].includes(answer.status) && answer
  })
const submitted = ({ body }: Answer) => body as BatchSubmitted
const jobIds = (answer: Answer) => submitted(answer).jobs.flatMap((job) => ('jobId' in job ? [job.jobId] : []))

test('a batch of a hundred with three bad items, and the same again: the same jobs, free; a single job of another begins within a second', async () => {
  const [customer, other] = [await pro(), await pro()]
  const list: unknown[] = items(100)
  list[3] = item({ userText: '' })
  list[50] = 7
  list[99] = item({ kind: 'song' })
  const first = await submit(customer, list)
  expect(first).toMatchObject({ status: 202, body: { accepted: 97, rejected: 3 } })

  const single = jobIdOf(await other.speak('And me?', { voiceId: 'slt' }))
  const { timeline } = await other.finished(single)
  const at = (step: string) => Date.parse(timeline.find((entry) => entry.step === step)?.at ?? '')
  expect(at('speech-started') - at('submitted')).toBeLessThan(1_000)

  const again = await submit(customer, list)
  expect(jobIds(again)).toEqual(jobIds(first))
  expect(submitted(again).batchId).toBe(submitted(first).batchId)

  const batch = `/api/batch/${submitted(first).batchId}`
  const { cancelled, tooLate } = (await customer.post(`${batch}/cancel`)).body as { cancelled: number; tooLate: number }
  expect(cancelled + tooLate).toBe(97)
  await eventually('the rest has ended', async () => {
    const { counts } = (await customer.get(batch)).body as { counts: { completed: number; failed: number } }
    return counts.completed + counts.failed === 97
  })
  const { used } = await usageOf(customer)
  expect(used).toBe(97 - cancelled)
  await expectAtRest(customer, undisturbed)
})

const usageOf = async (customer: Customer) => {
  const { apiCallsUsed } = UserAnswer.parse((await customer.get('/api/auth/me')).body).user
  return { used: apiCallsUsed }
}

test('fifty batches at once with calls left for exactly thirty: thirty whole ones', async () => {
  const size = 6
  const customer = await pro(30 * size)
  const answers = await Promise.all(Array.from({ length: 50 }, () => submit(customer, items(size))))
  const accepted = answers.filter(({ status }) => status === 202)
  expect([accepted.length, answers.filter(({ status }) => status === 402).length]).toEqual([30, 20])
  expect(accepted.every((answer) => jobIds(answer).length === size)).toBe(true)
  await pMap(accepted, (answer) => customer.post(`/api/batch/${submitted(answer).batchId}/cancel`), { concurrency: 3 })
  await expectAtRest(customer, undisturbed)
})

test('twenty equal requests at once are jobs of their own, free; their one sound lives as long as any of them', async () => {
  const customer = await pro()
  customer.mayBeCached = true
  const speak = () => customer.speak('The same words for everybody.', { voiceId: 'slt' })
  const first = jobIdOf(await speak())
  await customer.finished(first)
  const before = await usageOf(customer)
  const answers = await Promise.all(Array.from({ length: 20 }, speak))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
  const same = answers.map(({ body }) => body as Answered)
  expect(new Set(same.map(({ jobId }) => jobId)).size).toBe(20)
  expect(same.every(({ cached, sameAs }) => cached && sameAs === first)).toBe(true)
  expect(await usageOf(customer)).toEqual(before)

  const statusOf = async ({ audioUrl = '' }: Answered) => (await fetch(new URL(audioUrl, url))).status
  const audio = await testAudio()
  const countFiles = async () => {
    let count = 0
    for await (const { name } of audio.list()) if (name.startsWith(`${first}.`)) count++
    return count
  }
  const remove = async (id: string) => expect((await customer.request('DELETE', `/api/jobs/${id}`)).status).toBe(204)
  const [last, ...others] = same
  await remove(first)
  for (const { jobId } of others) await remove(jobId)
  expect(await countFiles()).toBe(1)
  expect(await statusOf(last!)).toBe(200)
  await remove(last!.jobId)
  await eventually('the file is gone', async () => (await countFiles()) === 0)
  expect(await statusOf(last!)).toBe(403)
  expect(await usageOf(customer)).toEqual(before)
  await expectAtRest(customer, undisturbed)
})
