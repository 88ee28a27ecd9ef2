import type { UserView } from '@utter/contracts/http/account/user-view'
import { eventually } from '../eventually.ts'
import { testOperator } from '../setup/operator.ts'
import type { Customer } from './customer.ts'

/** Sets the plan without limits, with a concurrency of 500; resolves when jobs and account have consumed it. */
export async function makeEnterprise(customer: Customer): Promise<void> {
  await (await testOperator()).setPlan(customer.email, 'enterprise')
  await eventually('the plan is consumed', async () => {
    const { user } = (await customer.get('/api/auth/me')).body as { user: UserView }
    // The limit is that of jobs, the plan that of account, which the gateway goes by.
    return user.apiCallsLimit === -1 && user.subscriptionTier === 'enterprise'
  })
}
