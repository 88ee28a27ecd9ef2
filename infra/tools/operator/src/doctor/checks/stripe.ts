import { CallRefused } from '@utter/http/call'
import { type Check, type Finding, failed, ok, skipped } from '../check.ts'
import type { Examined } from '../examined.ts'
import { NotExamined } from '../not-examined.ts'
import { messageOf } from '../run-checks.ts'

/** Some questions to Stripe, one after the other. */
const limitMs = 8_000

export const stripeChecks: Check[] = [{ name: 'stripe: account', limitMs, examine: examineStripe }]

async function examineStripe({ operator, processes, isProduction }: Examined): Promise<Finding> {
  if (!operator || !processes.billing?.url) return skipped('billing is not known here')
  const isSandbox = processes['stripe-sandbox'] !== undefined
  if (isSandbox && isProduction) return failed('payments are a sandbox’s', 'set STRIPE_SECRET_KEY to a key of Stripe')
  const findings = await operator.examineStripe().catch((error) => {
    if (error instanceof CallRefused && error.body.includes('payments_not_configured'))
      throw new NotExamined('STRIPE_SECRET_KEY is not set: nothing is sold')
    // The rows of billing have the cause.
    if (error instanceof CallRefused && error.status === 401) throw new NotExamined('billing refuses our token')
    if (!(error instanceof CallRefused)) throw new NotExamined('billing does not answer')
    return messageOf(error)
  })
  if (typeof findings === 'string')
    return failed(`Stripe is unavailable, or refuses the key: ${findings}`, 'npm run operator -- stripe doctor')
  const wrong = findings.filter(({ state }) => state === 'wrong')
  const right = findings.filter(({ state }) => state === 'right')
  if (isSandbox) return ok(`the sandbox of payments, without money: ${right.length} things are right`)
  return wrong[0]
    ? failed(wrong[0].sentence, 'npm run operator -- stripe setup, and what npm run operator -- stripe doctor says')
    : ok(`${right.length} things are right`)
}
