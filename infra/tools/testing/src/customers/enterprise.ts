import { eventually } from '../eventually.ts'
import { testOperator } from '../setup/operator.ts'
import type { Customer } from './customer.ts'

/** Sets the plan without limits, with a concurrency of 500; resolves when jobs has consumed it. */
export async function makeEnterprise(customer: Customer): Promise<void> {
  await (await testOperator()).setPlan(customer.email, 'enterprise')
  await eventually('jobs has consumed the plan', async () => {
    const { user } = (await customer.get('/api/auth/me')).body as { user: { apiCallsLimit: number } }
    return user.apiCallsLimit === -1
  })
}
