import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openMongoProxy } from '@utter/testing/faults/mongo-proxy'
import { problem, serviceUnavailable } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { callers, openReferral } from '../support/open-referral.ts'

const proxy = await closedAfterAll(openMongoProxy())
const referral = await closedAfterAll(openReferral(proxy.url))

const stats = (token: string | undefined) => referral.get('/api/referrals/stats', token)

test('200: the account’s link, its friends, the next milestone and all of them', async () => {
  const { _id, code } = await referral.member(1)
  const { status, body } = await stats(callers.account(newIdentity({ userId: _id })))
  expect([status, body]).toEqual([
    200,
    {
      referralCount: 1,
      bonusCallsEarned: 50,
      referralUrl: `https://utter.example/signup?ref=${code}`,
      nextMilestone: { referrals: 5, reward: 300 },
      milestones: [
        { referrals: 1, reward: 50, description: 'Your first friend' },
        { referrals: 5, reward: 300, description: 'A small choir' },
        { referrals: 10, reward: 750, description: 'A full band' },
        { referrals: 25, reward: 2_500, description: 'An orchestra' },
        { referrals: 50, reward: 6_000, description: 'A concert hall' },
      ],
    },
  ])
})

test('200: no next milestone once every one is reached', async () => {
  const { _id } = await referral.member(50)
  expect(await stats(callers.account(newIdentity({ userId: _id })))).toMatchObject({
    status: 200,
    body: { referralCount: 50, bonusCallsEarned: 9_600, nextMilestone: null },
  })
})

test('200: for an API key that may read the usage', async () => {
  const { _id } = await referral.member()
  expect((await stats(callers.key(['usage:read'], newIdentity({ userId: _id })))).status).toBe(200)
})

test('503: a moment after the sign-up, before the account has its code', async () => {
  expect(await stats(callers.account(newIdentity()))).toMatchObject({
    ...problem(503, 'The referral code is not ready yet, try again in a moment', 'unavailable'),
    headers: { 'retry-after': '1' },
  })
})

test('503: while the database is unavailable', async () => {
  proxy.refuseNext([{ code: 50, codeName: 'MaxTimeMSExpired' }])
  expect(await stats(callers.account(newIdentity()))).toMatchObject(serviceUnavailable)
})
