import { useQuery } from '@tanstack/react-query'
import type { DeliveryView } from '@utter/contracts/http/webhooks'
import styled from 'styled-components'
import { localTime } from '../../lib/format/times.ts'
import { useServerNow } from '../../lib/hooks/use-now.ts'
import { Trans } from '../../lib/language/trans.tsx'
import { t } from '../../lib/language/words.ts'
import { narrow } from '../../theme.ts'
import { TimeAgo } from '../../ui/data/time-ago.tsx'
import { Button } from '../../ui/form/button.tsx'
import { CardBody } from '../../ui/layout/card.tsx'
import { Part } from '../../ui/layout/part.tsx'
import { Row, Sub, TextLink } from '../../ui/layout/text.tsx'
import { DeliveryBadge } from './delivery-badge.tsx'
import { subjectOf } from './delivery-subject.ts'
import { MessageButton } from './message-button.tsx'
import { deliveriesQuery } from './queries.ts'
import { ReceiverAnswer } from './receiver-answer.tsx'
import { useLiveDeliveries } from './use-live-deliveries.ts'
import { useResend } from './use-resend.ts'
import { WaitingDeliveries } from './waiting-deliveries.tsx'
import { outcomeOf } from './webhook-labels.ts'

/** A scrolling window, so that what is below stays within reach. */
const Window = styled.section`
  max-height: 320px;
  overflow: auto;
  border-top: 1px solid var(--line);
  &:focus-visible { outline-offset: -2px; }
`

/** Its lines share their columns. */
const Lines = styled.ul`
  display: grid;
  grid-template-columns: 124px minmax(0, 1fr) auto auto;
  column-gap: 16px;
  ${narrow} { grid-template-columns: minmax(0, 1fr) auto; }
`

const Line = styled.li`
  display: grid;
  grid-template-columns: subgrid;
  grid-column: 1 / -1;
  align-items: center;
  row-gap: 4px;
  min-height: 56px;
  padding: 8px 20px;
  border-top: 1px solid var(--line);
  &:first-child { border-top: 0; }
  > :first-child { justify-self: start; }
  time { text-align: right; }
  > :last-child { justify-self: end; }
  ${narrow} { padding: 8px 16px; }

  b { display: block; font-weight: 500; overflow-wrap: anywhere; }
  small, time { color: var(--fg-3); font-size: 13px; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
`

const About = styled.span`
  min-width: 0;
  ${narrow} { grid-row: 2; }
`

/** The last deliveries, newest first; one that did not arrive may be sent again, or at once. */
export function Deliveries() {
  const deliveries = useQuery(deliveriesQuery)
  useLiveDeliveries()
  return (
    <Part query={deliveries} waiting={<WaitingDeliveries />} failure={t('The deliveries could not be read')}>
      {(rows) => (rows.length === 0 ? <Nothing /> : <Rows rows={rows} />)}
    </Part>
  )
}

const Nothing = () => (
  <CardBody>
    <Sub>{t('Nothing was sent yet. Deliveries are kept for 30 days.')}</Sub>
  </CardBody>
)

function Rows({ rows }: { rows: DeliveryView[] }) {
  const now = useServerNow(15_000)
  return (
    // Focusable, since scrolling content must be reached by the keyboard.
    <Window aria-label={t('Deliveries')} tabIndex={0}>
      <Lines>
        {rows.map((delivery) => (
          <Line key={delivery.id}>
            <DeliveryBadge status={delivery.status} />
            <About>
              <b>
                <Subject delivery={delivery} />
              </b>
              <small>{outcomeOf(delivery)}</small>
              <ReceiverAnswer text={delivery.attempts.at(-1)?.answer} />
            </About>
            <TimeAgo at={delivery.createdAt} now={now} />
            <Row $gap={4}>
              {delivery.status !== 'delivered' && <Resend delivery={delivery} />}
              <MessageButton delivery={delivery} />
            </Row>
          </Line>
        ))}
      </Lines>
    </Window>
  )
}

function Subject({ delivery }: { delivery: DeliveryView }) {
  const { name, to } = subjectOf(delivery)
  const components = { subject: <TextLink to={to} /> }
  return name === undefined ? (
    <Trans id="{event} of <subject>your account</subject>" values={{ event: delivery.type }} components={components} />
  ) : (
    <Trans id="{event} of <subject>{name}</subject>" values={{ event: delivery.type, name }} components={components} />
  )
}

/** The name of 'Send now' or 'Resend', with its subject for those who do not see the line. */
function resendName(delivery: DeliveryView): string {
  const name = subjectOf(delivery).name?.replace('…', '')
  const values = { event: delivery.type, time: localTime(delivery.createdAt) }
  if (delivery.status === 'pending')
    return name === undefined
      ? t('Send now {event} of your account, {time}', values)
      : t('Send now {event} of {name}, {time}', { ...values, name })
  return name === undefined
    ? t('Resend {event} of your account, {time}', values)
    : t('Resend {event} of {name}, {time}', { ...values, name })
}

export function Resend({ delivery }: { delivery: DeliveryView }) {
  const { mutate, isPending } = useResend(delivery.id)
  return (
    <Button isSmall isBusy={isPending} aria-label={resendName(delivery)} onClick={() => mutate()}>
      {delivery.status === 'pending' ? t('Send now') : t('Resend')}
    </Button>
  )
}
