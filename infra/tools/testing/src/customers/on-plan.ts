import type { UserView } from '@utter/contracts/http/account/user-view'
import type { UsageView } from '@utter/contracts/http/jobs/usage'
import type { TierName } from '@utter/contracts/plans'
import { eventually } from '../eventually.ts'
import { testOperator } from '../setup/operator.ts'
import { Customer } from './customer.ts'

/** A new account on a plan with webhooks; resolves when the gateway knows the plan, and with it every service that asks for it. */
export async function signUpOnPlan(url: string, tier: Exclude<TierName, 'free'>): Promise<Customer> {
  const customer = await Customer.signUp(url)
  await (await testOperator()).setPlan(customer.email, tier)
  await eventually(`the plan is ${tier}`, async () => {
    const { user } = (await customer.get('/api/auth/me')).body as { user: UserView }
    const { status } = await customer.post('/api/settings/webhook/test')
    // 409: no address is set. 403: not on this plan.
    return user.subscriptionTier === tier && status === 409
  })
  return customer
}

/** A new account on a plan, with so many calls used. */
export async function signUpWithCalls(url: string, tier: TierName, used: number): Promise<Customer> {
  const [customer, operator] = [await Customer.signUp(url), await testOperator()]
  const usage = async () => (await customer.get('/api/usage')).body as UsageView
  if (tier !== 'free') await operator.setPlan(customer.email, tier)
  await eventually(`the plan is ${tier}`, async () => (await usage()).tier === tier)
  await operator.setCalls(customer.email, used)
  await eventually(`${used} calls are used`, async () => (await usage()).apiCallsUsed === used)
  return customer
}
