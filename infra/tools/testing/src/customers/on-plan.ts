import type { UserView } from '@utter/contracts/http/account/user-view'
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
