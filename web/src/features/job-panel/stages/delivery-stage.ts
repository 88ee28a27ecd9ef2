import type { JobView } from '@utter/contracts/http/jobs/job-views'
import type { DeliveryStatus } from '@utter/contracts/http/webhooks'
import type { JobStage } from './stage.ts'
import type { OpenSpan } from './stage-spans.ts'

const states: Record<DeliveryStatus, JobStage['state']> = {
  pending: 'running',
  delivered: 'done',
  failed: 'failed',
  stopped: 'failed',
}

/**
 * The stage of the webhook. The trace has the tries, and not whether more will follow: that is the delivery's `status`. Without a webhook, its
 * own or its account's, nothing is delivered.
 */
export function deliveryStage(
  { status, webhookUrl, trace }: JobView,
  span: OpenSpan | undefined,
  delivery: DeliveryStatus | undefined,
): Pick<JobStage, 'state' | 'segments' | 'ms'> {
  if (span?.toMs !== undefined) {
    const { fromMs, toMs } = span
    const isOneTry = trace.some(({ stage, tries }) => stage === 'delivery' && tries === 1)
    // Minutes and hours pass between tries: on one scale with them nothing else would be visible.
    return { state: 'done', segments: isOneTry ? [{ kind: 'work', fromMs, toMs }] : [], ms: toMs - fromMs }
  }
  if (delivery) return { state: states[delivery], segments: [] }
  const isSkipped = status === 'completed' && webhookUrl === undefined && !span
  return { state: isSkipped ? 'skipped' : 'to come', segments: [] }
}
