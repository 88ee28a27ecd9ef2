import type { Envelope } from '@utter/contracts/event'
import type { SpanOptions } from '@utter/telemetry/trace'

/** The span of a message that is handled, in its publisher's trace; attributes by OpenTelemetry's conventions for messaging. */
export const consumerSpan = ({ traceparent }: Envelope, topic: string, groupId: string): SpanOptions => ({
  kind: 'consumer',
  traceparent,
  attributes: {
    'messaging.system': 'kafka',
    'messaging.operation.type': 'process',
    'messaging.destination.name': topic,
    'messaging.consumer.group.name': groupId,
  },
})
