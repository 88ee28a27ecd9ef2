import { useQuery } from '@tanstack/react-query'
import type { Stats } from '@utter/contracts/http/jobs/job-views'
import { Check } from 'lucide-react'
import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { medium, truncate } from '../../theme.ts'
import { Button } from '../../ui/form/button.tsx'
import { CardHead } from '../../ui/layout/card.tsx'
import { Hidden } from '../../ui/layout/hidden.tsx'
import { DayCard, DayColumns } from '../dashboard/day-card.tsx'
import { voicesQuery } from '../voices/queries.ts'
import { steps } from './step-views.tsx'
import { hideFirstSteps, stepIds, useFirstSteps } from './use-first-steps.ts'

const Columns = styled(DayColumns)`
  grid-template-columns: 260px minmax(0, 1fr);
  grid-template-rows: none;
  ${medium} { grid-template-columns: minmax(0, 1fr); }
`

const List = styled.ol`
  display: grid;
  align-content: start;
  gap: 2px;
  margin: 0;
  padding: 0;
  list-style: none;
`

const StepButton = styled.button<{ $isDone: boolean }>`
  display: flex;
  align-items: center;
  gap: 10px;
  width: 100%;
  min-height: 32px;
  padding: 0 10px;
  border: 1px solid transparent;
  border-radius: var(--r-3);
  background: none;
  color: ${({ $isDone }) => ($isDone ? 'var(--fg-3)' : 'var(--fg)')};
  font: inherit;
  text-align: left;
  cursor: pointer;
  &:hover { background: var(--hover); }
  &[aria-current] { border-color: var(--line-strong); background: var(--hover); }
  span:last-child { ${truncate} }
`

/** The number of a step, or the tick that it is done. */
const Mark = styled.span<{ $isDone: boolean }>`
  display: grid;
  flex: none;
  place-items: center;
  width: 20px;
  height: 20px;
  border: 1px solid ${({ $isDone }) => ($isDone ? 'var(--ink)' : 'var(--line-strong)')};
  border-radius: var(--r-full);
  background: ${({ $isDone }) => ($isDone ? 'var(--ink)' : 'none')};
  color: ${({ $isDone }) => ($isDone ? 'var(--on-ink)' : 'var(--fg-2)')};
  font-size: 11.5px;
  font-variant-numeric: tabular-nums;
`

const Shown = styled.section`
  display: grid;
  align-content: start;
  gap: 12px;
  max-width: 520px;
  p { color: var(--fg-2); }
`

interface FirstStepsProps {
  stats: Stats
  onMade: (jobId: string) => void
}

/** Steps of a new account, in the place of its figures: these are empty. They end with the last one, with some jobs, or when they are put away. */
export function FirstSteps({ stats, onMade }: FirstStepsProps) {
  const { done, shown, choose } = useFirstSteps(stats)
  const { data: voices } = useQuery(voicesQuery)
  const { title, View } = steps[shown]
  return (
    <DayCard aria-labelledby="first-steps">
      <CardHead>
        <h2 id="first-steps">{t('First steps')}</h2>
        <Button look="ghost" isSmall onClick={hideFirstSteps}>
          {t('Hide')}
        </Button>
      </CardHead>
      <Columns>
        <List>
          {stepIds.map((id, index) => (
            <li key={id}>
              <StepButton
                type="button"
                $isDone={done[id]}
                aria-current={id === shown ? 'step' : undefined}
                onClick={() => choose(id)}
              >
                <Mark $isDone={done[id]} aria-hidden="true">
                  {done[id] ? <Check size={12} strokeWidth={2.5} /> : index + 1}
                </Mark>
                {done[id] && <Hidden>{t('Done:')} </Hidden>}
                <span>{t(steps[id].title)}</span>
              </StepButton>
            </li>
          ))}
        </List>
        <Shown aria-label={t(title)}>
          <View voice={voices?.[0]} onMade={onMade} />
        </Shown>
      </Columns>
    </DayCard>
  )
}
