import type { TierName } from '@utter/contracts/plans'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid, problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { callers, openJobs } from '../../support/open-jobs.ts'

const jobs = await closedAfterAll(openJobs('set-pronunciations'))
const path = '/api/pronunciations'
const put = (userId: string, body: unknown, tier: TierName = 'creator') =>
  jobs.request('PUT', path, callers.account(newIdentity({ userId, tier })), { body })
const entry = { from: 'SQL', to: 'sequel' }

test('the list replaces the one before, and is read as it was set', async () => {
  const userId = await jobs.account('creator')
  await put(userId, { entries: [{ from: 'gone', to: 'away' }] })
  const body = { entries: [{ ...entry, from: '  SQL ', caseSensitive: true, wholeWord: null, language: 'en-us' }] }
  const stored = {
    entries: [{ ...entry, caseSensitive: true, wholeWord: true, language: 'en-US' }],
    applied: true,
  }
  expect(await put(userId, body)).toMatchObject({ status: 200, body: stored })
  const token = callers.account(newIdentity({ userId, tier: 'creator' }))
  expect((await jobs.request('GET', path, token)).body).toEqual(stored)
  // A list that was read may be sent back.
  expect((await put(userId, stored)).body).toEqual(stored)
  expect((await put(userId, { entries: [] })).body).toEqual({ entries: [], applied: true })
})

test('500 entries of 100 characters are taken, each escaped to its longest', async () => {
  const userId = await jobs.account('creator')
  const side = (at: number) => `${String(at).padStart(3, '0')}${'ü'.repeat(97)}`
  const entries = Array.from({ length: 500 }, (_, at) => ({ from: side(at), to: side(at) }))
  const body = JSON.stringify({ entries }).replaceAll('ü', '\\u00fc')
  expect(await put(userId, JSON.parse(body))).toMatchObject({ status: 200 })
  expect(await jobs.deps.pronunciations.entriesOf(userId)).toHaveLength(500)
})

const each = (entries: object[]) => ({ entries })
test.each([
  [{}, 'entries', 'entries must be a list'],
  [each(Array.from({ length: 501 }, (_, at) => ({ from: `a${at}`, to: 'b' }))), 'entries', 'Maximum 500 entries'],
  [each([{ to: 'b' }]), 'entries.0.from', 'from is required'],
  [each([entry, { from: 'a', to: ' ' }]), 'entries.1.to', 'to is required'],
  [each([{ from: 'a'.repeat(101), to: 'b' }]), 'entries.0.from', 'from must be at most 100 characters'],
  [each([{ from: 'a', to: 'b'.repeat(101) }]), 'entries.0.to', 'to must be at most 100 characters'],
  [each([{ from: 'a', to: 'b\nc' }]), 'entries.0.to', 'to must have no control characters'],
  [each([{ ...entry, wholeWord: 'yes' }]), 'entries.0.wholeWord', 'wholeWord must be true or false'],
  [
    each([{ ...entry, language: 'xx-nothing' }]),
    'entries.0.language',
    'language must be auto or a tag such as es or pt-BR',
  ],
  [each([entry, { from: 'sql', to: 'other' }]), 'entries.1.from', 'from is the same as that of entry 1'],
])('400: %#', async (body, field, message) => {
  expect(await put(await jobs.account('creator'), body)).toMatchObject(invalid(field, message))
})

test('the same form in another language, or in its own case, is another entry', async () => {
  const entries = [entry, { ...entry, language: 'de' }, { ...entry, caseSensitive: true }]
  expect(await put(await jobs.account('creator'), { entries })).toMatchObject({ status: 200 })
})

const stored = (from: string) => ({ ...entry, from, caseSensitive: false, wholeWord: true })
const sentence = 'Pronunciation lists are available from the creator plan'

test.each<TierName>(['free', 'starter'])('on the plan %s entries of a list from before are removed', async (tier) => {
  const userId = await jobs.account(tier)
  const [one, other, third] = [stored('SQL'), { ...stored('GmbH'), language: 'de' }, stored('API')]
  await jobs.deps.pronunciations.replace(userId, [one, other, third], jobs.now())
  const left = { entries: [third, other], applied: false }
  expect(await put(userId, { entries: [third, other] }, tier)).toMatchObject({ status: 200, body: left })
  // An entry that was removed is a new one.
  expect(await put(userId, { entries: [one, other] }, tier)).toMatchObject(problem(403, sentence, 'plan_required'))
  expect(await jobs.deps.pronunciations.entriesOf(userId)).toEqual(left.entries)
  expect(await put(userId, { entries: [] }, tier)).toMatchObject({ status: 200, body: { entries: [], applied: false } })
})

test.each([
  ['another spoken form', { to: 'ess cue el' }],
  ['another case', { caseSensitive: true }],
  ['parts of words', { wholeWord: false }],
  ['a language', { language: 'en' }],
])('on a lower plan an entry of a list from before is not given %s', async (_, change) => {
  const userId = await jobs.account('starter')
  await jobs.deps.pronunciations.replace(userId, [stored('SQL')], jobs.now())
  const answer = await put(userId, { entries: [{ ...stored('SQL'), ...change }] }, 'starter')
  expect(answer).toMatchObject(problem(403, sentence, 'plan_required'))
  expect(await jobs.deps.pronunciations.entriesOf(userId)).toEqual([stored('SQL')])
})

test.each<TierName>(['free', 'starter'])('403 on the plan %s', async (tier) => {
  expect(await put(await jobs.account(tier), { entries: [] }, tier)).toMatchObject(
    problem(403, sentence, 'plan_required'),
  )
  expect(await put(await jobs.account(tier), { entries: [entry] }, tier)).toMatchObject(
    problem(403, sentence, 'plan_required'),
  )
})

test.each<TierName>(['creator', 'pro', 'enterprise'])('200 on the plan %s', async (tier) => {
  expect(await put(await jobs.account(tier), { entries: [entry] }, tier)).toMatchObject({ status: 200 })
})
