import type { Plan } from '@utter/contracts/plans'
import { forbidden, invalid, type Problem } from './problem.ts'
import { mayBePublic } from './public-host.ts'

/** @throws Problem 403 on a plan without webhooks */
export function checkWebhookPlan({ webhooks }: Pick<Plan, 'webhooks'>): void {
  if (!webhooks) throw forbidden('Webhooks are available on paid plans', 'plan_required')
}

export const webhookNotPublic = (): Problem =>
  invalid([{ field: 'webhookUrl', message: 'Webhook URL must be a public address' }])

/**
 * The check of a webhook's address when it is given. A name is not resolved here: it may lead elsewhere by the time of a delivery, whose
 * connection is checked.
 * @throws Problem 403 on a plan without webhooks, 400 where the address certainly leads to no public host
 */
export function checkWebhookUrl(
  url: string,
  plan: Pick<Plan, 'webhooks'>,
  { allowPrivate }: { allowPrivate: boolean },
): void {
  checkWebhookPlan(plan)
  if (!allowPrivate && !mayBePublic(new URL(url))) throw webhookNotPublic()
}
