import { paths } from '@utter/contracts/screens'
import { type ReactNode, useId } from 'react'
import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { DataList } from '../data/data-list.tsx'
import { Card, CardBody, CardFoot, CardHead } from '../layout/card.tsx'
import { FormAlert } from '../layout/failure-note.tsx'
import { Skeleton } from '../layout/skeleton.tsx'
import { TextLink } from '../layout/text.tsx'
import { Button } from './button.tsx'
import { SubmitButton } from './submit-button.tsx'

/** In place of a figure that is being asked. */
export const FigureSkeleton = styled(Skeleton)`
  margin-left: auto;
`

export interface PriceFrameProps {
  /** Rows of a list: what it takes. */
  figures: ReactNode
  /** Sentences below the figures. */
  children?: ReactNode
  isAsking: boolean
  /** Why the plan does not allow it. */
  refusal: string | undefined
  /** Why the price could not be asked, where no field has it. */
  fault: string | undefined
  onAgain: () => void
  /** Said by the button while it is sent; absent: it is not. */
  busyText: string | undefined
  isDisabled: boolean
  secondsLeft: number
  /** The words of the button. */
  act: string
}

/** The price of something before it is made: its figures, why it cannot be made, and the button that makes it. */
export function PriceFrame({ figures, children, isAsking, refusal, fault, onAgain, act, ...button }: PriceFrameProps) {
  const title = useId()
  const { busyText, isDisabled, secondsLeft } = button
  return (
    <Card aria-labelledby={title} aria-busy={isAsking}>
      <CardHead>
        <h2 id={title}>{t('What it takes')}</h2>
      </CardHead>
      <CardBody $gap={12}>
        <DataList>{figures}</DataList>
        {children}
        {refusal && !fault && (
          <FormAlert>
            {refusal} <TextLink to={paths.pricing}>{t('See plans')}</TextLink>
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
          {...((refusal || isDisabled) && { disabled: true })}
        >
          {act}
        </SubmitButton>
      </CardFoot>
    </Card>
  )
}
