import { type Customer, jobIdOf } from '@utter/testing/customers/customer'
import { signUpOnPlan } from '@utter/testing/customers/on-plan'
import { eventually } from '@utter/testing/eventually'
import { ownPlatform } from '@utter/testing/setup/provided'
import { afterAll, expect, test } from 'vitest'

const { url } = ownPlatform()
const [accounts, booksEach, words] = [10, 2, 50]
/** As much as a request may have, on each plan but the free one. */
const book = (of: string) => `The book of ${of} goes on and on. `.repeat(400).slice(0, 9_990)

const owners: Customer[] = []
// Their books would be spoken for half an hour, beside the tests that follow.
afterAll(async () => {
  for (const owner of owners) {
    const { status } = await owner.post('/api/auth/delete-account', { password: 'a long password' })
    expect(status).toBe(202)
  }
})

const quantile = (sorted: number[], q: number) => sorted[Math.ceil(q * sorted.length) - 1] ?? Number.NaN

test('twenty books of ten accounts: a word of another account begins within a second, fifty times', async () => {
  while (owners.length < accounts)
    owners.push(await eventually('somebody signs up', () => signUpOnPlan(url, 'starter')))
  const other = await eventually('somebody signs up', () => signUpOnPlan(url, 'enterprise'))
  const books: { owner: Customer; id: string }[] = []
  for (const owner of owners)
    for (let i = 0; i < booksEach; i++) {
      const answer = await owner.speak(book(`${owner.email} ${i}`), { voiceId: 'joe' })
      expect(answer.status).toBe(202)
      books.push({ owner, id: jobIdOf(answer) })
    }
  const begun = async () =>
    (await Promise.all(books.map(({ owner, id }) => owner.job(id)))).filter((job) => job.status === 'processing').length
  await eventually('books are spoken', async () => (await begun()) >= 1)

  const [toBegin, toEnd]: [number[], number[]] = [[], []]
  for (let i = 0; i < words; i++) {
    const id = jobIdOf(await other.speak(`Word ${i}.`, { voiceId: 'joe' }))
    const job = await other.finished(id)
    expect(job.status).toBe('completed')
    const at = (step: string) => Date.parse(job.timeline.find((entry) => entry.step === step)?.at ?? '')
    toBegin.push(at('speech-started') - at('submitted'))
    toEnd.push(at('completed') - at('submitted'))
  }
  for (const all of [toBegin, toEnd]) all.sort((a, b) => a - b)
  console.info(
    `to begin: p50 ${quantile(toBegin, 0.5)} ms, p99 ${quantile(toBegin, 0.99)} ms; to end: p50 ${quantile(toEnd, 0.5)} ms, p99 ${quantile(toEnd, 0.99)} ms; books begun: ${await begun()}`,
  )
  expect(quantile(toBegin, 0.99)).toBeLessThan(1_000)
  // The books have gone on meanwhile, several of them.
  expect(await begun()).toBeGreaterThan(1)
})
