import type { WorkDryRun } from '@utter/contracts/http/works/views'
import { paths } from '@utter/contracts/screens'
import styled from 'styled-components'
import { sumOf } from '../../../lib/format/amount.ts'
import { grouped } from '../../../lib/format/counted.ts'
import { t } from '../../../lib/language/words.ts'
import { DataList, DataRow } from '../../../ui/data/data-list.tsx'
import { Button } from '../../../ui/form/button.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { Card, CardBody, CardFoot, CardHead } from '../../../ui/layout/card.tsx'
import { FormAlert } from '../../../ui/layout/failure-note.tsx'
import { Skeleton } from '../../../ui/layout/skeleton.tsx'
import { TextLink } from '../../../ui/layout/text.tsx'
import { aboutTime } from '../labels.ts'

const Waiting = styled(Skeleton)`
  margin-left: auto;
`

interface PriceCardProps {
  price: WorkDryRun | undefined
  isAsking: boolean
  /** Why nothing can be made, where no field has it. */
  fault: string | undefined
  onAgain: () => void
  /** Said by the button while the work is sent; absent: it is not. */
  busyText: string | undefined
  /** The file has not been read yet. */
  isDisabled: boolean
  secondsLeft: number
}

/** The calls, the money and the time of a work, before it is made. */
export function PriceCard({ price, isAsking, fault, onAgain, busyText, isDisabled, secondsLeft }: PriceCardProps) {
  const shown = (text: (price: WorkDryRun) => string) =>
    price ? text(price) : isAsking ? <Waiting $width="96px" /> : '–'
  return (
    <Card aria-labelledby="price-title" aria-busy={isAsking}>
      <CardHead>
        <h2 id="price-title">{t('What it takes')}</h2>
      </CardHead>
      <CardBody $gap={12}>
        <DataList>
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
        </DataList>
        {price?.refusal && !fault && (
          <FormAlert>
            {price.refusal} <TextLink to={paths.pricing}>{t('See plans')}</TextLink>
          </FormAlert>
        )}
        {fault && (
          <>
            <FormAlert>{fault}</FormAlert>
            <Button isSmall onClick={onAgain}>
              {t('Try again')}
            </Button>
          </>
        )}
      </CardBody>
      <CardFoot>
        <SubmitButton
          isFull
          isBusy={busyText !== undefined}
          busyText={busyText ?? ''}
          secondsLeft={secondsLeft}
          {...((price?.refusal || isDisabled) && { disabled: true })}
        >
          {t('Make it')}
        </SubmitButton>
      </CardFoot>
    </Card>
  )
}
