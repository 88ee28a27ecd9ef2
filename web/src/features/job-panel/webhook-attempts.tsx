import { useQuery } from '@tanstack/react-query'
import type { DeliveryView, WebhookAttempt } from '@utter/contracts/http/webhooks'
import styled from 'styled-components'
import { useNow } from '../../lib/use-now.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Sub, Truncated } from '../../ui/text.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { Resend } from '../webhooks/deliveries.tsx'
import { AnswerBadge, DeliveryBadge } from '../webhooks/delivery-badge.tsx'
import { jobDeliveriesQuery } from '../webhooks/queries.ts'
import { nextOf } from '../webhooks/webhook-words.ts'

const Line = styled.li`
  display: grid;
  grid-template-columns: 72px minmax(0, 1fr) auto auto;
  align-items: center;
  gap: 12px;
  min-height: 44px;
  border-top: 1px solid var(--line);
  font-size: 13px;
  font-variant-numeric: tabular-nums;
  &:first-child { border-top: 0; }
  > :first-child { justify-self: start; }
  time, small { color: var(--fg-3); font-size: 13px; }
`

const Foot = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 12px;
  min-height: 44px;
`

/** The tries of a job's webhook, oldest first; one that did not arrive may be sent again. */
export function WebhookAttempts({ jobId }: { jobId: string }) {
  const deliveries = useQuery(jobDeliveriesQuery(jobId))
  const [delivery] = deliveries.data ?? []
  if (deliveries.isPending) return <Skeleton $height={44} />
  if (!delivery) return <Sub>{deliveries.isError ? 'The tries could not be read' : 'Nothing was sent'}</Sub>
  return <Tries delivery={delivery} />
}

function Tries({ delivery }: { delivery: DeliveryView }) {
  const now = useNow(15_000)
  const { status, attempts } = delivery
  return (
    <>
      <ul>
        {attempts.map((attempt) => (
          <Line key={attempt.at}>
            <AnswerBadge status={attempt.status} />
            <Sub as={Truncated}>{wordsOf(attempt)}</Sub>
            <TimeAgo at={attempt.at} now={now} />
            <small>{attempt.ms} ms</small>
          </Line>
        ))}
      </ul>
      {status !== 'delivered' && (
        <Foot>
          <span>
            <DeliveryBadge status={status} /> <Sub>{nextOf(delivery)}</Sub>
          </span>
          {status !== 'pending' && <Resend delivery={delivery} />}
        </Foot>
      )}
    </>
  )
}

/** Why it failed, else the beginning of what was answered. */
const wordsOf = ({ error, answer }: WebhookAttempt): string => error ?? (answer.trim() || 'Delivered')
