import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import type { WorkView } from '@utter/contracts/http/works/views'
import { type Customer, jobIdOf } from '@utter/testing/customers/customer'
import { signUpOnPlan } from '@utter/testing/customers/on-plan'
import { eventually } from '@utter/testing/eventually'
import { ownPlatform } from '@utter/testing/setup/provided'
import { afterEach, expect, test } from 'vitest'

const { url } = ownPlatform()
const [accounts, booksEach, words] = [10, 2, 50]
/** As much as a request may have, on each plan but the free one. */
const book = (of: string) => `The book of ${of} goes on and on. `.repeat(400).slice(0, 9_990)

const owners: Customer[] = []
// Their books would be spoken for half an hour, beside the tests that follow.
afterEach(async () => {
  for (const owner of owners.splice(0)) {
    const { status } = await owner.post('/api/auth/delete-account', { password: 'a long password' })
    expect(status).toBe(202)
  }
})

const quantile = (sorted: number[], q: number) => sorted[Math.ceil(q * sorted.length) - 1] ?? Number.NaN

/** Words of an account, one after the other. @returns milliseconds from each submission to its beginning and its end, the shortest first */
async function speakWords(other: Customer): Promise<{ toBegin: number[]; toEnd: number[] }> {
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
  return { toBegin, toEnd }
}
const figuresOf = (sorted: number[]) => `p50 ${quantile(sorted, 0.5)} ms, p99 ${quantile(sorted, 0.99)} ms`

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
  const { toBegin, toEnd } = await speakWords(other)
  console.info(`to begin: ${figuresOf(toBegin)}; to end: ${figuresOf(toEnd)}; books begun: ${await begun()}`)
  expect(quantile(toBegin, 0.99)).toBeLessThan(1_000)
  // The books have gone on meanwhile, several of them.
  expect(await begun()).toBeGreaterThan(1)
})

test('a work of a long chapter: a word of another account begins within a second, fifty times', async () => {
  const owner = await eventually('somebody signs up', () => signUpOnPlan(url, 'creator'))
  owners.push(owner)
  const other = await eventually('somebody signs up', () => signUpOnPlan(url, 'enterprise'))
  const paragraphs = Array.from({ length: 200 }, (_, index) => ({
    text: `Paragraph ${index} goes on and on, as long books do. `.repeat(10).trim(),
  }))
  const work = { title: 'A long one', voiceId: 'joe', requestId: 'r', chapters: [{ title: 'All of it', paragraphs }] }
  const { status, body } = await owner.post('/api/works', work)
  expect(status).toBe(202)
  const rows = async () => (await owner.get('/api/jobs')).body as JobRow[]
  const progress = async () => (await rows()).reduce((sum, row) => sum + row.progress, 0)
  await eventually('sections are spoken', async () => (await rows()).some((row) => row.status === 'processing'))
  const before = await progress()
  const { toBegin, toEnd } = await speakWords(other)
  console.info(`beside a work: to begin: ${figuresOf(toBegin)}; to end: ${figuresOf(toEnd)}`)
  expect(quantile(toBegin, 0.99)).toBeLessThanOrEqual(1_000)
  // It has gone on meanwhile, and is not done.
  expect(await progress()).toBeGreaterThan(before)
  const { state } = (await owner.get(`/api/works/${(body as WorkView).workId}`)).body as WorkView
  expect(state).toBe('speaking')
})
