import { useInfiniteQuery } from '@tanstack/react-query'
import type { InvoiceState, InvoiceView } from '@utter/contracts/http/invoices'
import { Ban, CircleCheck, CircleX, Clock, type LucideIcon, Undo2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import styled from 'styled-components'
import { saveAnswer } from '../../lib/browser/save-answer.ts'
import { amountOf } from '../../lib/format/amount.ts'
import { dateOf } from '../../lib/format/times.ts'
import { t } from '../../lib/language/words.ts'
import { narrow } from '../../theme.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { AnchorButton, Button } from '../../ui/form/button.tsx'
import { Card, CardBody, CardFoot, CardHead } from '../../ui/layout/card.tsx'
import { Part } from '../../ui/layout/part.tsx'
import { ActPlace, Skeleton } from '../../ui/layout/skeleton.tsx'
import { Sub } from '../../ui/layout/text.tsx'
import { SaveButton } from '../export-data/save-button.tsx'
import { useMe } from '../session/me.ts'
import { toastRefusal } from '../session/toast-refusal.ts'
import { stateLabels } from './invoice-labels.ts'
import { invoicesQuery } from './queries.ts'

/** Its lines share their columns: number and date, amount, state, what can be done. */
const Lines = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto auto minmax(96px, auto);
  column-gap: 24px;
  border-top: 1px solid var(--line);
  ${narrow} { grid-template-columns: minmax(0, 1fr) auto; column-gap: 16px; }
`

const Line = styled.li`
  display: grid;
  grid-template-columns: subgrid;
  grid-column: 1 / -1;
  align-items: center;
  row-gap: 8px;
  min-height: 60px;
  padding: 10px 20px;
  border-top: 1px solid var(--line);
  &:first-child { border-top: 0; }
  ${narrow} { padding: 10px 16px; }

  > :nth-child(3) { justify-self: start; }
  b { display: block; font-weight: 500; overflow-wrap: anywhere; }
  small { color: var(--fg-3); font-size: 13px; font-variant-numeric: tabular-nums; }
`

const Amount = styled.span`
  font-variant-numeric: tabular-nums;
  text-align: right;
`

const Acts = styled.span`
  display: flex;
  justify-content: flex-end;
  gap: 8px;
`

/** The lines of the last twelve months' invoices. */
const save = () => saveAnswer('GET', '/api/billing/export', 'invoices.csv')

/** Each invoice, paid or not. */
export function InvoicesCard() {
  const invoices = useInfiniteQuery(invoicesQuery)
  const more = async () => {
    const { isError, error } = await invoices.fetchNextPage()
    if (isError) toastRefusal(error, t('Failed to process request'))
  }
  return (
    <Card id="invoices" aria-labelledby="invoices-title">
      <CardHead>
        <h2 id="invoices-title">{t('Invoices')}</h2>
        {invoices.data?.pages.some((page) => page.invoices.length > 0) && (
          <SaveButton look="ghost" save={save} failure={t('Unable to download the invoices')}>
            {t('Download CSV')}
          </SaveButton>
        )}
      </CardHead>
      <Part query={invoices} waiting={<Waiting />} failure={t('Your invoices could not be read')}>
        {({ pages }) => <Rows invoices={pages.flatMap((page) => page.invoices)} />}
      </Part>
      {invoices.hasNextPage && (
        <CardFoot>
          <Button isSmall isBusy={invoices.isFetchingNextPage} onClick={more}>
            {t('Show more')}
          </Button>
        </CardFoot>
      )}
    </Card>
  )
}

function Rows({ invoices }: { invoices: InvoiceView[] }) {
  if (invoices.length === 0)
    return (
      <CardBody>
        <Sub>{t('Nothing is invoiced yet: the free plan costs nothing. Each payment of a paid plan stands here.')}</Sub>
      </CardBody>
    )
  return (
    <Lines aria-labelledby="invoices-title">
      {invoices.map((invoice, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an invoice may have no number; new ones come at the top.
        <Line key={`${invoice.number} ${invoice.date} ${invoices.length - index}`}>
          <span>
            <b>{invoice.number ?? t('Invoice')}</b>
            <small>{dateOf(invoice.date)}</small>
          </span>
          <Amount>{amountOf(invoice.amount, invoice.currency)}</Amount>
          <State state={invoice.state} />
          <Acts>
            {invoice.pdfUrl && <Leads invoice={invoice} name="PDF" look="ghost" href={invoice.pdfUrl} />}
            {invoice.payUrl && <Leads invoice={invoice} name={t('Pay now')} look="primary" href={invoice.payUrl} />}
          </Acts>
        </Line>
      ))}
    </Lines>
  )
}

interface LeadsProps extends ComponentProps<typeof AnchorButton> {
  invoice: InvoiceView
  name: string
}

/** A link to a page of the provider's, in a tab of its own: this page stays as it is. */
const Leads = ({ invoice, name, ...rest }: LeadsProps) => (
  <AnchorButton
    isSmall
    target="_blank"
    rel="noreferrer"
    aria-label={`${name}: ${invoice.number ?? t('invoice')}`}
    {...rest}
  >
    {name}
  </AnchorButton>
)

type Look = { tone: ComponentProps<typeof Badge>['tone']; icon: LucideIcon }
const looks: Record<InvoiceState, Look> = {
  paid: { tone: 'completed', icon: CircleCheck },
  open: { tone: 'pending', icon: Clock },
  payment_failed: { tone: 'failed', icon: CircleX },
  void: { tone: 'cancelled', icon: Ban },
  uncollectible: { tone: 'failed', icon: CircleX },
  refunded: { tone: 'cancelled', icon: Undo2 },
  partially_refunded: { tone: 'cancelled', icon: Undo2 },
  charged_back: { tone: 'failed', icon: Undo2 },
}

const State = ({ state }: { state: InvoiceState }) => <Badge {...looks[state]}>{t(stateLabels[state])}</Badge>

/** The sentence of an account that never paid, or lines. */
function Waiting() {
  const { data: me } = useMe()
  if (me?.subscriptionTier === 'free')
    return (
      <CardBody $gap={0}>
        <SentenceLine $width="80%" />
        <SecondLine $width="64%" />
      </CardBody>
    )
  return (
    <Lines>
      {['96px', '112px', '104px'].map((width) => (
        <Line key={width}>
          <NamePlace $width={width} />
          <Skeleton $width="56px" />
          <Skeleton $width="72px" $height={24} />
          <Acts>
            <ActPlace $width="48px" />
          </Acts>
        </Line>
      ))}
    </Lines>
  )
}

const SentenceLine = styled(Skeleton)`
  margin: 4px 0;
  ${narrow} { margin: 9px 0; }
`
/** On phones the sentence has one more. */
const SecondLine = styled(SentenceLine)`
  display: none;
  ${narrow} { display: block; }
`
const NamePlace = styled(Skeleton)`
  margin: 14px 0;
`
