import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openMongoProxy } from '@utter/testing/faults/mongo-proxy'
import { problem, serviceUnavailable } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { callers, openReferral } from '../../support/open-referral.ts'

const proxy = await closedAfterAll(openMongoProxy())
const referral = await closedAfterAll(openReferral(proxy.url))

const find = (code: string, token: string | undefined = callers.internal('account')) =>
  referral.get(`/internal/codes/${code}`, token)

test('200: a code that a member has, in whatever case', async () => {
  const { code } = await referral.member()
  for (const given of [code, code.toLowerCase()])
    expect(await find(given)).toMatchObject({ status: 200, body: { code } })
})

test('404: a code that no member has', async () => {
  expect(await find('NOSUCH99')).toMatchObject(problem(404, 'Invalid referral code', 'not_found'))
})

test('503: while the database is unavailable', async () => {
  proxy.refuseNext([{ code: 50, codeName: 'MaxTimeMSExpired' }])
  expect(await find('NOSUCH99')).toMatchObject(serviceUnavailable)
})
