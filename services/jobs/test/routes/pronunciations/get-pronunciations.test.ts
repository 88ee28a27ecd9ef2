import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { callers, openJobs } from '../../support/open-jobs.ts'

const jobs = await closedAfterAll(openJobs('get-pronunciations'))
const read = (userId: string, tier: 'starter' | 'creator', query = '') =>
  jobs.request('GET', `/api/pronunciations${query}`, callers.account(newIdentity({ userId, tier })))
const entry = { from: 'SQL', to: 'sequel', caseSensitive: false, wholeWord: true }

test('a list that nobody has set is empty, and of one account alone', async () => {
  const [userId, other] = [await jobs.account('creator'), await jobs.account('creator')]
  await jobs.deps.pronunciations.replace(other, [entry], jobs.now())
  expect(await read(userId, 'creator')).toMatchObject({ status: 200, body: { entries: [], applied: true } })
})

test('403 on a plan without lists, unless what is kept from before is asked for', async () => {
  const userId = await jobs.account('starter')
  const sentence = 'Pronunciation lists are available from the creator plan'
  expect(await read(userId, 'starter')).toMatchObject(problem(403, sentence, 'plan_required'))
  const kept = await read(userId, 'starter', '?kept=true')
  expect(kept).toMatchObject({ status: 200, body: { entries: [], applied: false } })
})

test('a list is kept on a lower plan, which says that it is not applied', async () => {
  const userId = await jobs.account('starter')
  await jobs.deps.pronunciations.replace(userId, [entry], jobs.now())
  expect(await read(userId, 'starter')).toMatchObject({ status: 200, body: { entries: [entry], applied: false } })
})
