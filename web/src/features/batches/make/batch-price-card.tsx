import { type Plan, unlimited } from '@utter/contracts/plans'
import { sumOf } from '../../../lib/format/amount.ts'
import { grouped } from '../../../lib/format/counted.ts'
import { t } from '../../../lib/language/words.ts'
import { sentenceOf } from '../../../lib/server/http.ts'
import { DataRow } from '../../../ui/data/data-list.tsx'
import { FigureSkeleton, PriceFrame, type PriceFrameProps } from '../../../ui/form/price-frame.tsx'
import { Caption } from '../../../ui/layout/text.tsx'
import type { useBatchPrice } from './use-batch-price.ts'

type BatchPriceCardProps = Pick<PriceFrameProps, 'busyText' | 'isDisabled' | 'secondsLeft' | 'act'> & {
  lines: number
  batches: number
  plan: Plan | undefined
  state: ReturnType<typeof useBatchPrice>
}

/** The calls and the money of a list before it is sent, and how many batches it takes. */
export function BatchPriceCard({ lines, batches, plan, state, ...button }: BatchPriceCardProps) {
  const { price, left, isAsking, error, secondsWaited, askAgain } = state
  const shown = (text: (of: NonNullable<typeof price>) => string) =>
    price && lines > 0 ? text(price) : isAsking ? <FigureSkeleton $width="64px" /> : '–'
  return (
    <PriceFrame
      {...{ isAsking, ...button }}
      refusal={price?.refusal}
      fault={error ? sentenceOf(error, t('The price could not be asked')) : undefined}
      onAgain={askAgain}
      figures={
        <>
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
        </>
      }
    >
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
    </PriceFrame>
  )
}
