import type { JobRequest } from '@utter/contracts/http/job-request'
import type { TierName } from '@utter/contracts/plans'
import { checkWebhookUrl } from '@utter/http/webhook-target'
import type { Deps } from './deps.ts'

/** @throws Problem 403 on the free plan, 400 where the address certainly leads to no public host */
export function checkWebhook(
  { webhookUrl }: Pick<JobRequest, 'webhookUrl'>,
  tier: TierName,
  { allowPrivateWebhooks }: Pick<Deps, 'allowPrivateWebhooks'>,
): void {
  if (webhookUrl !== undefined) checkWebhookUrl(webhookUrl, tier, { allowPrivate: allowPrivateWebhooks })
}
