import styled from 'styled-components'
import { saveAnswer } from '../../lib/browser/save-answer.ts'
import { t } from '../../lib/language/words.ts'
import { medium, narrow } from '../../theme.ts'
import { Input } from '../../ui/form/input.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Caption } from '../../ui/layout/text.tsx'
import { SaveButton } from '../export-data/save-button.tsx'
import { reportAddress } from './queries.ts'
import { isRange, ranges } from './ranges.ts'
import type { RangeState } from './use-range.ts'

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 12px;
  min-height: var(--h);
  > :first-child { flex: none; width: 180px; }
  > output { flex: 1; }
  ${medium} { > [role='group'] { order: 1; flex: 1 0 100%; } }
  ${narrow} {
    > :first-child { flex: 1; }
    > output { order: 2; flex: 1 0 100%; }
  }
`

const Own = styled.div`
  display: flex;
  align-items: center;
  gap: 8px;
  input { width: 152px; }
  ${narrow} { input { flex: 1; width: 0; } }
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
      aria-label={t('Range')}
      value={name}
      onChange={({ target }) => choose(isRange(target.value) ? target.value : 'period')}
    >
      {ranges.map(([value, label]) => (
        <option key={value} value={value}>
          {t(label)}
        </option>
      ))}
    </Select>
    {name === 'own' && (
      <Own role="group" aria-label={t('Days of the range')}>
        <Input
          type="date"
          aria-label={t('First day')}
          aria-invalid={fault !== undefined}
          max={today}
          value={own.from}
          onChange={({ target }) => setOwn({ from: target.value })}
        />
        –
        <Input
          type="date"
          aria-label={t('Last day')}
          aria-invalid={fault !== undefined}
          max={today}
          value={own.to}
          onChange={({ target }) => setOwn({ to: target.value })}
        />
      </Own>
    )}
    <Caption as="output">{fault ?? shown}</Caption>
    {days && (
      <SaveButton
        look="secondary"
        save={() => saveAnswer('GET', reportAddress(days, { format: 'csv', by }), `usage-by-${by}.csv`)}
        failure={t('Unable to download the report')}
      >
        {t('Download CSV')}
      </SaveButton>
    )}
  </Bar>
)
