import { monthOf } from '@utter/contracts/period'
import { planOf } from '@utter/contracts/plans'
import { unavailable } from '@utter/http/problem'
import type { ConductDeps } from '../deps.ts'
import { type Allowance, newAllowance } from '../domain/allowance.ts'

/** The allowance of an account, made on first need with the free plan: nothing else has been heard of it yet. */
export async function allowanceOf(
  { allowances, plans, clock }: ConductDeps,
  userId: string,
  signedUpAt: Date,
): Promise<Allowance> {
  const there = await allowances.read(userId)
  if (there) return there
  await allowances.make(newAllowance(userId, planOf(plans, 'free'), signedUpAt, monthOf(signedUpAt, clock.now())))
  const made = await allowances.read(userId)
  if (!made) throw unavailable()
  return made
}
