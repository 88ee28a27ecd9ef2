import { monthOf } from '@utter/contracts/period'
import { planOf, standardPlans } from '@utter/contracts/plans'
import { expect, test } from 'vitest'
import { newAllowance } from '../../src/domain/allowance/allowance.ts'
import { memberOf } from '../../src/domain/allowance/member.ts'
import { now } from '../support/a-job.ts'

const period = new Date('2026-03-15T09:00:00Z')
const month = new Date('2026-03-01T09:00:00Z')

test('a job stands in a list with its period, and with its month and its key where it has those', () => {
  expect(memberOf({ _id: 'j' }, { period })).toStrictEqual({ id: 'j', period })
  expect(memberOf({ _id: 'j', keyId: '' }, { period, month })).toEqual({ id: 'j', period, month, keyId: '' })
})

test('a new account has all calls of its plan, and no job', () => {
  const plan = planOf(standardPlans, 'free')
  const { start, end } = monthOf(month, now)
  const fresh = {
    _id: 'u',
    rev: 0,
    tier: 'free',
    period: start,
    periodEnd: end,
    adjustment: 0,
    used: 0,
    planCalls: 100,
    overageCalls: 0,
    carriedCalls: 0,
    bonusEarned: 0,
    bonusSpent: 0,
    callLimit: 100,
    concurrency: 2,
    active: [],
    reserved: [],
    backlog: false,
    billingVersion: 0,
    totals: { completed: 0, failed: 0 },
    recent: {},
  }
  expect(newAllowance('u', plan, undefined, { start, end })).toStrictEqual(fresh)
  const all = { ...fresh, anchor: month, monthStart: month }
  expect(newAllowance('u', plan, month, { start, end }, month)).toStrictEqual(all)
})
