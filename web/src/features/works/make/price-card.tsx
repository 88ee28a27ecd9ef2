import type { WorkDryRun } from '@utter/contracts/http/works/views'
import { sumOf } from '../../../lib/format/amount.ts'
import { grouped } from '../../../lib/format/counted.ts'
import { t } from '../../../lib/language/words.ts'
import { DataRow } from '../../../ui/data/data-list.tsx'
import { FigureSkeleton, PriceFrame, type PriceFrameProps } from '../../../ui/form/price-frame.tsx'
import { aboutTime } from '../labels.ts'

type PriceCardProps = Omit<PriceFrameProps, 'figures' | 'refusal' | 'act'> & { price: WorkDryRun | undefined }

/** The calls, the money and the time of a work, before it is made. */
export function PriceCard({ price, ...frame }: PriceCardProps) {
  const shown = (text: (price: WorkDryRun) => string) =>
    price ? text(price) : frame.isAsking ? <FigureSkeleton $width="96px" /> : '–'
  return (
    <PriceFrame
      {...frame}
      refusal={price?.refusal}
      act={t('Make it')}
      figures={
        <>
          <DataRow isTight name={t('Characters')}>
            {shown(({ characters }) => grouped(characters))}
          </DataRow>
          {price?.keptCharacters ? (
            <DataRow isTight name={t('Spoken before, in another work')}>
              {grouped(price.keptCharacters)}
            </DataRow>
          ) : null}
          <DataRow isTight name={t('Calls')}>
            {shown(({ calls }) => grouped(calls))}
          </DataRow>
          <DataRow isTight name={t('Beyond your plan')}>
            {shown(({ cost }) => (Number(cost) > 0 ? sumOf(cost) : t('Nothing')))}
          </DataRow>
          <DataRow isTight name={t('Until it is spoken')}>
            {shown(({ expectedSeconds }) => aboutTime(expectedSeconds))}
          </DataRow>
        </>
      }
    />
  )
}
