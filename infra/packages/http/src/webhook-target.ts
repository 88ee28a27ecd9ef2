import type { Plan } from '@utter/contracts/plans'
import type { WebhookTargets } from '@utter/runtime/webhook-targets'
import { forbidden, invalid, type Problem } from './problem.ts'
import { mayBePublic } from './public-host.ts'

/** @throws Problem 403 on a plan without webhooks */
export function checkWebhookPlan({ webhooks }: Pick<Plan, 'webhooks'>): void {
  if (!webhooks) throw forbidden('Webhooks are available on paid plans', 'plan_required')
}

const refused = (rule: string): Problem => invalid([{ field: 'webhookUrl', message: `Webhook URL ${rule}` }])
export const webhookNotPublic = (): Problem => refused('must be a public address')

/** Whether nothing but HTTP listens there: mail, shells and the like have the ports below, and who is called there complains of us. */
const isPortOfHttp = (port: string): boolean => ['', '80', '443'].includes(port) || Number(port) >= 1_024

/**
 * The check of a webhook's address when it is given. A name is not resolved here: it may lead elsewhere by the time of a delivery, whose
 * connection is checked.
 * @throws Problem 403 on a plan without webhooks, 400 where the address certainly leads to no public host, to the port of another protocol,
 * or over a line that anybody reads
 */
export function checkWebhookUrl(
  url: string,
  plan: Pick<Plan, 'webhooks'>,
  { allowPrivate, allowPlain }: WebhookTargets,
): void {
  checkWebhookPlan(plan)
  const target = new URL(url)
  if (!allowPrivate && !mayBePublic(target)) throw webhookNotPublic()
  if (!isPortOfHttp(target.port)) throw refused('must have the port 80, 443, or one from 1024 on')
  if (!allowPlain && target.protocol !== 'https:') throw refused('must begin with https:')
}
