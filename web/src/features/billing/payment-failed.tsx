import { useInfiniteQuery } from '@tanstack/react-query'
import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { FailureNote } from '../../ui/layout/failure-note.tsx'
import { invoicesQuery, payUrlIn } from '../invoices/queries.ts'

const PayLink = styled.a`
  color: inherit;
  font-weight: 500;
  text-underline-offset: 3px;
`

/** The trouble with a payment, and the page of the invoice that waits for it. */
export function PaymentFailed({ text }: { text: string }) {
  const { data } = useInfiniteQuery(invoicesQuery)
  const page = data && payUrlIn(data)
  return (
    <FailureNote>
      {text}{' '}
      {page ? (
        <PayLink href={page} target="_blank" rel="noreferrer">
          {t('Pay now')}
        </PayLink>
      ) : (
        t('Manage billing has the invoice and your card.')
      )}
    </FailureNote>
  )
}
