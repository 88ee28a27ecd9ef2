import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import type { MouseEvent } from 'react'
import { t } from '../../../lib/language/words.ts'
import { ChoiceCell } from './grid.tsx'
import { shortText } from './short-text.ts'

const nameCharacters = 60

interface ChoiceBoxProps {
  job: JobRow
  isChosen: boolean
  tabIndex: number | undefined
  onChoose: (isRange: boolean) => void
}

/** The checkbox of a row. With Shift it means all rows from the one that was chosen last. */
export function ChoiceBox({ job, isChosen, tabIndex, onChoose }: ChoiceBoxProps) {
  const onCell = (event: MouseEvent) => {
    event.stopPropagation()
    if (!(event.target instanceof HTMLInputElement)) onChoose(event.shiftKey)
  }
  return (
    <ChoiceCell
      onClick={onCell}
      // With Shift the browser would select the texts between.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
    >
      <input
        type="checkbox"
        tabIndex={tabIndex}
        aria-label={t('Choose {name}', { name: shortText(job.userText, nameCharacters) })}
        checked={isChosen}
        onChange={({ nativeEvent }) => onChoose(nativeEvent instanceof globalThis.MouseEvent && nativeEvent.shiftKey)}
      />
    </ChoiceCell>
  )
}
