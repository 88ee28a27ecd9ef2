import { type Plan, standardPlans, type TierName } from '@utter/contracts/plans'
import { randomOf } from '@utter/testing/seeded-random'
import { liveThrough } from '@utter/testing/years/history'
import { expect, test } from 'vitest'

const few: Partial<Record<TierName, Partial<Plan>>> = {
  free: { apiCallsLimit: 3 },
  starter: { apiCallsLimit: 6, price: 0.16 },
  creator: { apiCallsLimit: 9, price: 0.2 },
  pro: { apiCallsLimit: 14, price: 0.3 },
}
/** The plans as sold, with few calls a month, and overage for a few cents. */
const plans = standardPlans.map((plan) => ({ ...plan, ...few[plan.name] }))
const histories = Number(process.env.YEARS ?? 100)

test(`${histories} customers' thirty months at random: each bill has the cents of a model that counts call by call, and no night finds a difference`, async () => {
  let [billed, interims, creditedCalls] = [0, 0, 0]
  for (let seed = 1; seed <= histories; seed++) {
    const lived = await liveThrough(randomOf(seed), plans)
    expect(lived.wrong, `seed ${seed}`).toEqual([])
    billed += lived.billed
    interims += lived.interims
    creditedCalls += lived.creditedCalls
  }
  expect(interims).toBeGreaterThan(histories)
  expect(creditedCalls).toBeGreaterThan(histories / 10)
  expect(billed).toBeGreaterThan(histories)
}, 3_600_000)
