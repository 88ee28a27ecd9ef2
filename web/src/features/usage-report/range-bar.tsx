import styled from 'styled-components'
import { saveAnswer } from '../../lib/browser/save-answer.ts'
import { medium, narrow } from '../../theme.ts'
import { Input } from '../../ui/form/input.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Caption } from '../../ui/layout/text.tsx'
import { SaveButton } from '../export-data/save-button.tsx'
import { reportAddress } from './queries.ts'
import { isRange, ranges } from './ranges.ts'
import type { RangeState } from './use-range.ts'

const Bar = styled.div`
  display: grid;
  grid-template-columns: 180px auto minmax(0, 1fr) auto;
  align-items: center;
  gap: 8px 12px;
  min-height: var(--h);
  > :last-child { justify-self: end; }
  ${medium} {
    grid-template-columns: 180px minmax(0, 1fr) auto;
    > [role='group'] { grid-row: 2; grid-column: 1 / -1; }
  }
  ${narrow} { grid-template-columns: minmax(0, 1fr) auto; > output { grid-row: 3; grid-column: 1 / -1; } }
`

const Own = styled.div`
  display: grid;
  grid-template-columns: auto auto auto;
  justify-content: start;
  align-items: center;
  gap: 8px;
  input { width: 152px; }
  ${narrow} {
    grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr);
    justify-content: stretch;
    input { width: 100%; }
  }
`

interface RangeBarProps {
  state: RangeState
  /** The days that are shown, in words; the empty text while they are not known. */
  shown: string
}

/** The range, its own days where it is such, and the file of what is shown. */
export const RangeBar = ({ state: { name, own, today, fault, days, by, choose, setOwn }, shown }: RangeBarProps) => (
  <Bar>
    <Select
      aria-label="Range"
      value={name}
      onChange={({ target }) => choose(isRange(target.value) ? target.value : 'period')}
    >
      {ranges.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
    {name === 'own' && (
      <Own role="group" aria-label="Days of the range">
        <Input
          type="date"
          aria-label="First day"
          aria-invalid={fault !== undefined}
          max={today}
          value={own.from}
          onChange={({ target }) => setOwn({ from: target.value })}
        />
        –
        <Input
          type="date"
          aria-label="Last day"
          aria-invalid={fault !== undefined}
          max={today}
          value={own.to}
          onChange={({ target }) => setOwn({ to: target.value })}
        />
      </Own>
    )}
    <Caption as="output">{fault ?? shown}</Caption>
    <SaveButton
      look="secondary"
      save={() => saveAnswer('GET', reportAddress(days ?? {}, { format: 'csv', by }), `usage-by-${by}.csv`)}
      failure="Unable to download the report"
    >
      Download CSV
    </SaveButton>
  </Bar>
)
