import { useState } from 'react'
import { lazyView } from '../../../lib/lazy-view.tsx'
import { Optional } from '../../../ui/layout/boundary.tsx'
import type { Choice } from './use-choice.ts'

const bar = lazyView(async () => (await import('./choice-bar.tsx')).ChoiceBar)

interface ChoiceSlotProps {
  choice: Choice
  shownCount: number
}

/** The bar's place: fetched when a job is first chosen, and kept, since an act goes on when nothing is chosen any more. */
export function ChoiceSlot({ choice, shownCount }: ChoiceSlotProps) {
  const [hasChosen, setHasChosen] = useState(false)
  const isChosen = choice.rows.length > 0
  if (isChosen && !hasChosen) setHasChosen(true)
  if (!hasChosen) return null
  return (
    <Optional part={bar} resetKey={isChosen}>
      <bar.View choice={choice} shownCount={shownCount} />
    </Optional>
  )
}
