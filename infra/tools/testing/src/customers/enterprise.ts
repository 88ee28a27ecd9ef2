import { eventually } from '../eventually.ts'
import { testOperator } from '../setup/operator.ts'
import type { Customer } from './customer.ts'

/** Gives the account the plan without limits, and 500 places on the road; resolves when jobs has heard of it. */
export async function makeEnterprise(customer: Customer): Promise<void> {
  await (await testOperator()).setPlan(customer.email, 'enterprise')
  await eventually('jobs has heard of the plan', async () => {
    const { user } = (await customer.get('/api/auth/me')).body as { user: { apiCallsLimit: number } }
    return user.apiCallsLimit === -1
  })
}
