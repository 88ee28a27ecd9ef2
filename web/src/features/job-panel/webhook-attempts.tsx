import { useQuery } from '@tanstack/react-query'
import type { DeliveryView } from '@utter/contracts/http/webhooks'
import styled from 'styled-components'
import { useServerNow } from '../../lib/hooks/use-now.ts'
import { fromServer } from '../../lib/language/from-server.ts'
import { t } from '../../lib/language/words.ts'
import { narrow } from '../../theme.ts'
import { TimeAgo } from '../../ui/data/time-ago.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Row, Sub } from '../../ui/layout/text.tsx'
import { Resend } from '../webhooks/deliveries.tsx'
import { AnswerBadge, DeliveryBadge } from '../webhooks/delivery-badge.tsx'
import { MessageButton } from '../webhooks/message-button.tsx'
import { jobDeliveriesQuery } from '../webhooks/queries.ts'
import { ReceiverAnswer } from '../webhooks/receiver-answer.tsx'
import { nextOf } from '../webhooks/webhook-labels.ts'

/** Its lines share their columns. */
const Lines = styled.ul`
  display: grid;
  grid-template-columns: 72px minmax(0, 1fr) auto auto;
  column-gap: 12px;
  ${narrow} { grid-template-columns: 72px minmax(0, 1fr) auto; }
`

const Line = styled.li`
  display: grid;
  grid-template-columns: subgrid;
  grid-column: 1 / -1;
  align-items: center;
  min-height: 44px;
  border-top: 1px solid var(--line);
  font-size: 13px;
  font-variant-numeric: tabular-nums;
  &:first-child { border-top: 0; }
  > :first-child { justify-self: start; }
  time, small { color: var(--fg-3); font-size: 13px; text-align: right; }
  ${narrow} {
    padding: 8px 0;
    > :nth-child(2) { grid-column: 2 / -1; white-space: normal; }
    time { grid-column: 2; text-align: left; }
  }
`

const Foot = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 12px;
  min-height: 44px;
`

const Acts = styled(Row)`
  flex: none;
`

/** The tries of a job's webhook, oldest first; one that did not arrive may be sent again. */
export function WebhookAttempts({ jobId }: { jobId: string }) {
  const deliveries = useQuery(jobDeliveriesQuery(jobId))
  const [delivery] = deliveries.data ?? []
  if (deliveries.isPending) return <Skeleton $height={44} />
  if (!delivery) return <Sub>{deliveries.isError ? t('The tries could not be read') : t('Nothing was sent')}</Sub>
  return <Tries delivery={delivery} />
}

function Tries({ delivery }: { delivery: DeliveryView }) {
  const now = useServerNow(15_000)
  const { status, attempts } = delivery
  return (
    <>
      <Lines>
        {attempts.map((attempt) => (
          <Line key={attempt.at}>
            <AnswerBadge status={attempt.status} />
            <div>
              <Sub>{attempt.error === null ? t('Delivered') : fromServer(attempt.error)}</Sub>
              <ReceiverAnswer text={attempt.answer} />
            </div>
            <TimeAgo at={attempt.at} now={now} />
            <small>{attempt.ms} ms</small>
          </Line>
        ))}
      </Lines>
      <Foot>
        <Row $gap={12}>
          <DeliveryBadge status={status} />
          {status !== 'delivered' && <Sub>{nextOf(delivery)}</Sub>}
        </Row>
        <Acts $gap={4}>
          {status !== 'delivered' && <Resend delivery={delivery} />}
          <MessageButton delivery={delivery} />
        </Acts>
      </Foot>
    </>
  )
}
