import { randomUUID } from 'node:crypto'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { describe, expect, test } from 'vitest'
import { cancel } from '../../src/lifecycle/end/cancel.ts'
import { recount } from '../../src/lifecycle/repair/recount.ts'
import { submit } from '../../src/lifecycle/submit/submit.ts'
import { completeAll } from '../support/ends.ts'
import { callers, openJobs } from '../support/open-jobs.ts'
import { signedUpAt } from '../support/open-lifecycle.ts'

const jobs = await closedAfterAll(openJobs('key-caps'))

const start = new Date('2026-03-20T12:00:00Z')
const byKey = (userId: string, keyId: string, monthlyCap?: number) =>
  submit(jobs.deps, { ...jobs.draft(userId), keyId }, { signedUpAt, monthlyCap })
const callsOf = async (userId: string, keyId: string) => (await jobs.allowance(userId)).keyCalls?.[keyId]
async function rest(userId: string) {
  await completeAll(jobs, userId)
  await jobs.sweep(userId)
  expect(await jobs.violationsAtRest(userId)).toEqual([])
}

describe('the cap of an API key', () => {
  test('a hundred submissions at once: exactly as many are accepted as it allows, whoever else submits meanwhile', async () => {
    jobs.goTo(start)
    const [userId, keyId, other] = [await jobs.account('starter'), randomUUID(), randomUUID()]
    const [capped, others] = await Promise.all([
      Promise.allSettled(Array.from({ length: 100 }, () => byKey(userId, keyId, 13))),
      Promise.allSettled(Array.from({ length: 20 }, () => byKey(userId, other))),
    ])
    const refused = capped.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused).toHaveLength(87)
    for (const reason of refused)
      expect(reason).toMatchObject({ status: 402, code: 'key_limit_reached', message: 'API key limit reached' })
    expect(others.every(({ status }) => status === 'fulfilled')).toBe(true)
    expect([await callsOf(userId, keyId), await callsOf(userId, other)]).toEqual([13, 20])
    expect(await jobs.violations(userId)).toEqual([])
    await rest(userId)
    expect(await recount(jobs.deps, userId)).toBe(true)
    expect(await jobs.allowance(userId)).toMatchObject({ used: 33, keyCalls: { [keyId]: 13, [other]: 20 } })
  })

  test.each([
    ['active', 1],
    ['waiting', 3],
  ])('a call of a job that is %s and fails is the key’s again', async (_where, count) => {
    jobs.goTo(start)
    const [userId, keyId] = [await jobs.account('free'), randomUUID()]
    const ids: string[] = []
    for (let i = 0; i < count; i++) ids.push((await byKey(userId, keyId, count)).job._id)
    await expect(byKey(userId, keyId, count)).rejects.toMatchObject({ status: 402 })
    await cancel(jobs.deps, userId, ids.at(-1) ?? '')
    await byKey(userId, keyId, count)
    await expect(byKey(userId, keyId, count)).rejects.toMatchObject({ status: 402 })
    await rest(userId)
  })

  test('a job that is gone gives the call back to its key', async () => {
    jobs.goTo(start)
    const [userId, keyId] = [await jobs.account('free'), randomUUID()]
    const { job } = await byKey(userId, keyId, 2)
    const taken = { ...jobs.draft(userId), keyId }
    const { period } = await jobs.allowance(userId)
    await jobs.deps.allowances.takeActive(userId, { id: taken._id, period, keyId }, jobs.now(), { monthlyCap: 2 })
    expect(await callsOf(userId, keyId)).toBe(2)
    await completeAll(jobs, userId)
    await jobs.sweep(userId)
    expect(await callsOf(userId, keyId)).toBe(1)
    expect((await jobs.read(userId, job._id)).keyId).toBe(keyId)
    await rest(userId)
  })

  test('begins again with the next period, and a failure of the old one does not touch it', async () => {
    jobs.goTo(start)
    const [userId, keyId] = [await jobs.account('free'), randomUUID()]
    const { job } = await byKey(userId, keyId, 1)
    await expect(byKey(userId, keyId, 1)).rejects.toMatchObject({ status: 402 })
    jobs.goTo(new Date('2026-04-15T09:00:00Z'))
    await byKey(userId, keyId, 1)
    await cancel(jobs.deps, userId, job._id)
    await expect(byKey(userId, keyId, 1)).rejects.toMatchObject({ status: 402 })
    await rest(userId)
    expect(await callsOf(userId, keyId)).toBe(1)
  })

  test('is not what is named when the account itself has no call left', async () => {
    jobs.goTo(start)
    const userId = await jobs.account('free', 0)
    await expect(byKey(userId, randomUUID(), 0)).rejects.toMatchObject({ message: 'API call limit reached' })
  })

  test('comes with the identity of the request', async () => {
    jobs.goTo(start)
    const identity = newIdentity({ userId: await jobs.account('free'), monthlyCap: 1 })
    const token = callers.key(['jobs:write'], identity)
    const ask = () =>
      jobs.request('POST', '/api/tts', token, {
        body: { userText: 'Good morning', requestId: randomUUID(), voiceId: 'default' },
      })
    expect((await ask()).status).toBe(202)
    expect(await ask()).toMatchObject(problem(402, 'API key limit reached', 'key_limit_reached'))
    await rest(identity.userId)
  })
})
