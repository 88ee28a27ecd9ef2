import type { BatchDryRun } from '@utter/contracts/http/jobs/batch'
import type { UsageView } from '@utter/contracts/http/jobs/usage'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { makeEnterprise } from '@utter/testing/customers/enterprise'
import { eventually } from '@utter/testing/eventually'
import { ownPlatform } from '@utter/testing/setup/provided'
import { expect, test } from 'vitest'

const { url } = ownPlatform()
const thai = 'สวัสดีตอนเช้า วันนี้อากาศเป็นอย่างไร'

test('a text that its voice does not speak is refused at once and free; the same is spoken where its language is given', async () => {
  const customer = await Customer.signUp(url)
  await makeEnterprise(customer)
  const inThai = { userText: thai, requestId: 'in-thai', voiceId: 'joe' }
  const said = { ...inThai, requestId: 'said', language: 'en-us' }
  // Jobs reads the languages every 10 s; before it has them, speech itself refuses. A dry run keeps nothing.
  await eventually('the voices are known', async () => {
    const { body } = await customer.post('/api/batch?dryRun=true', { jobs: [inThai, said] })
    return (body as BatchDryRun).rejected === 1
  })
  const refused = await customer.post('/api/tts', inThai)
  expect(refused.status).toBe(400)
  expect(refused.body).toMatchObject({
    code: 'language_not_spoken',
    details: [{ field: 'voiceId', message: 'This voice speaks English, not Thai' }],
  })
  expect(await customer.speak('Hello.', { language: 'th' })).toMatchObject({
    status: 400,
    body: { error: 'No voice speaks Thai', code: 'language_not_spoken' },
  })
  expect(await customer.speak(thai)).toMatchObject({
    status: 400,
    body: { code: 'language_not_spoken', details: [{ field: 'userText', message: 'No voice speaks Thai' }] },
  })
  const spoken = await customer.finished(jobIdOf(await customer.post('/api/tts', said)))
  expect(spoken).toMatchObject({ status: 'completed', language: 'en-US', voiceUsed: 'joe', cost: { calls: 1 } })
  await eventually('the calls are settled', async () => {
    const usage = (await customer.get('/api/usage')).body as UsageView
    return usage.apiCallsUsed === 1
  })
})

test('a text without normalization is spoken with its signs, and is no text from the cache', async () => {
  const customer = await Customer.signUp(url)
  customer.mayBeCached = true
  const speak = async (more: Record<string, unknown>) =>
    customer.finished(jobIdOf(await customer.speak('**Bold** & # plain', more)))
  const worded = await speak({ voiceId: 'joe' })
  const written = await speak({ voiceId: 'joe', textNormalization: 'off' })
  expect(written).toMatchObject({ status: 'completed', textNormalization: 'off', cached: false })
  // Each asterisk is said.
  expect(written.durationMs).toBeGreaterThan((worded.durationMs ?? 0) + 500)
})
