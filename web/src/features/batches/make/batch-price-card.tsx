import { type Plan, unlimited } from '@utter/contracts/plans'
import { paths } from '@utter/contracts/screens'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { sumOf } from '../../../lib/format/amount.ts'
import { grouped } from '../../../lib/format/counted.ts'
import { t } from '../../../lib/language/words.ts'
import { sentenceOf } from '../../../lib/server/http.ts'
import { DataList, DataRow } from '../../../ui/data/data-list.tsx'
import { Button } from '../../../ui/form/button.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { Card, CardBody, CardFoot, CardHead } from '../../../ui/layout/card.tsx'
import { FormAlert } from '../../../ui/layout/failure-note.tsx'
import { Skeleton } from '../../../ui/layout/skeleton.tsx'
import { Caption, TextLink } from '../../../ui/layout/text.tsx'
import type { useBatchPrice } from './use-batch-price.ts'

const Waiting = styled(Skeleton)`
  margin-left: auto;
`

interface BatchPriceCardProps {
  lines: number
  batches: number
  plan: Plan | undefined
  state: ReturnType<typeof useBatchPrice>
  /** Said by the button while the list is sent; absent: it is not. */
  busyText: string | undefined
  secondsLeft: number
  isDisabled: boolean
  act: string
  children?: ReactNode
}

/** The calls and the money of a list before it is sent, and how many batches it takes. */
export function BatchPriceCard({ lines, batches, plan, state, busyText, secondsLeft, ...rest }: BatchPriceCardProps) {
  const { price, left, isAsking, error, secondsWaited } = state
  const shown = (text: (of: NonNullable<typeof price>) => string) =>
    price && lines > 0 ? text(price) : isAsking ? <Waiting $width="64px" /> : '–'
  return (
    <Card aria-labelledby="price-title" aria-busy={isAsking}>
      <CardHead>
        <h2 id="price-title">{t('What it takes')}</h2>
      </CardHead>
      <CardBody $gap={12}>
        <DataList>
          <DataRow isTight name={t('Lines')}>
            {grouped(lines)}
          </DataRow>
          {batches > 1 && (
            <DataRow isTight name={t('Batches')}>
              {grouped(batches)}
            </DataRow>
          )}
          <DataRow isTight name={t('Spoken already, free')}>
            {shown(({ cached }) => (cached === undefined ? t('Not asked') : grouped(cached)))}
          </DataRow>
          <DataRow isTight name={t('Calls')}>
            {shown(({ calls, cached }) =>
              cached === undefined ? t('At most {calls}', { calls: grouped(calls) }) : grouped(calls),
            )}
          </DataRow>
          <DataRow isTight name={t('Calls left')}>
            {left === undefined ? '–' : left === unlimited ? t('Unlimited') : grouped(left)}
          </DataRow>
          <DataRow isTight name={t('Beyond your plan')}>
            {shown(({ cost }) => (Number(cost) > 0 ? sumOf(cost) : t('Nothing')))}
          </DataRow>
        </DataList>
        {batches > 1 && plan && (
          <Caption>
            {t('A batch of your plan has {size} lines: these are sent as {batches} batches, one after the other.', {
              size: plan.batch,
              batches,
            })}
          </Caption>
        )}
        {secondsWaited > 0 && (
          <Caption role="status">
            {t('The rate of your plan is reached: {seconds} s to wait.', { seconds: secondsWaited })}
          </Caption>
        )}
        {price?.refusal && (
          <FormAlert>
            {price.refusal} <TextLink to={paths.pricing}>{t('See plans')}</TextLink>
          </FormAlert>
        )}
        {error && (
          <>
            <FormAlert>{sentenceOf(error, t('The price could not be asked'))}</FormAlert>
            <Button isSmall onClick={state.askAgain}>
              {t('Try again')}
            </Button>
          </>
        )}
        {rest.children}
      </CardBody>
      <CardFoot>
        <SubmitButton
          isFull
          isBusy={busyText !== undefined}
          busyText={busyText ?? ''}
          secondsLeft={secondsLeft}
          {...((price?.refusal || rest.isDisabled) && { disabled: true })}
        >
          {rest.act}
        </SubmitButton>
      </CardFoot>
    </Card>
  )
}
