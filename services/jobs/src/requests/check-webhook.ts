import type { JobRequest } from '@utter/contracts/http/jobs/job-request'
import { planOf, type TierName } from '@utter/contracts/plans'
import { checkWebhookUrl } from '@utter/http/webhook-target'
import type { Deps } from '../deps.ts'

/** @throws Problem 403 on a plan without webhooks, 400 for an address that none may have */
export function checkWebhook(
  { webhookUrl }: Pick<JobRequest, 'webhookUrl'>,
  tier: TierName,
  { webhookTargets, plans }: Pick<Deps, 'webhookTargets' | 'plans'>,
): void {
  if (webhookUrl !== undefined) checkWebhookUrl(webhookUrl, planOf(plans, tier), webhookTargets)
}
