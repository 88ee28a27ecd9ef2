import type { BatchSubmitted } from '@utter/contracts/http/jobs/batch'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { makeEnterprise } from '@utter/testing/customers/enterprise'
import { ownPlatform } from '@utter/testing/setup/provided'
import { expect, test } from 'vitest'

const { url } = ownPlatform()
const text = 'The patient must not take this medicine before a meal. Water is allowed.'

test('a job that is checked by its words is spoken twice by a real voice, and says so in its view and its trace', async () => {
  const customer = await Customer.signUp(url)
  const plain = await customer.finished(jobIdOf(await customer.speak(text, { voiceId: 'joe' })))
  expect(plain).toMatchObject({ status: 'completed', checked: 'shape' })
  const recordingsOf = ({ trace }: typeof plain) => trace.find(({ stage }) => stage === 'speech')?.recordings ?? 0
  const asked = { voiceId: 'joe', check: 'words' }
  const checked = await customer.finished(jobIdOf(await customer.speak(text, asked)))
  expect(checked).toMatchObject({ status: 'completed', check: 'words', checked: 'words', cached: false })
  expect(checked.trace).toContainEqual(expect.objectContaining({ stage: 'speech', checked: 'words' }))
  expect(recordingsOf(checked)).toBeGreaterThanOrEqual(2 * recordingsOf(plain))
  customer.mayBeCached = true
  const again = await customer.finished(jobIdOf(await customer.speak(text, asked)))
  expect(again).toMatchObject({ cached: true, sameAs: checked.id })
})

test('an item of a batch asks for it as well', async () => {
  const customer = await Customer.signUp(url)
  await makeEnterprise(customer)
  const jobs = [{ userText: text, requestId: 'checked', voiceId: 'joe', check: 'words' }]
  const { body } = await customer.post('/api/batch', { jobs })
  const [job] = (body as BatchSubmitted).jobs
  const id = job && 'jobId' in job ? job.jobId : expect.unreachable('the item was rejected')
  expect(await customer.finished(id)).toMatchObject({ status: 'completed', checked: 'words' })
})
