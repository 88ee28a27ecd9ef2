import type { UsageView } from '@utter/contracts/http/jobs/usage'
import { type Answer, Customer, jobIdOf } from '@utter/testing/customers/customer'
import { eventually } from '@utter/testing/eventually'
import { ownPlatform } from '@utter/testing/setup/provided'
import { expect, test } from 'vitest'

const { url } = ownPlatform()
const thai = 'สวัสดีตอนเช้า วันนี้อากาศเป็นอย่างไร'

test('a text that its voice does not speak is refused at once and free; the same is spoken where its language is given', async () => {
  const customer = await Customer.signUp(url)
  // Jobs reads the languages every 10 s; before it has them, the step itself refuses.
  const refused = await eventually<Answer>('the voices are known', async () => {
    const answer = await customer.speak(thai, { voiceId: 'joe' })
    return answer.status === 400 && answer
  })
  expect(refused.body).toMatchObject({
    code: 'language_not_spoken',
    details: [{ field: 'voiceId', message: 'This voice speaks English, not Thai' }],
  })
  expect(await customer.speak('Hello.', { language: 'th' })).toMatchObject({
    status: 400,
    body: { error: 'No voice speaks Thai', code: 'language_not_spoken' },
  })
  const spoken = await customer.finished(jobIdOf(await customer.speak(thai, { voiceId: 'joe', language: 'en-us' })))
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
