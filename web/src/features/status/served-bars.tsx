import type { ServedState } from '@utter/contracts/http/status/served'
import styled from 'styled-components'
import { forced } from '../../theme.ts'

const Row = styled.div`
  display: flex;
  align-items: flex-end;
  gap: 2px;
  height: 32px;
`

// By their height too: a state is never told by its colour alone.
const looks: Record<ServedState, { height: number; colour: string }> = {
  operational: { height: 100, colour: '--completed' },
  degraded: { height: 64, colour: '--warning-fill' },
  down: { height: 36, colour: '--failed' },
  unknown: { height: 12, colour: '--line-strong' },
}

const Bar = styled.span<{ $state: ServedState }>`
  flex: 1;
  min-width: 1px;
  height: ${({ $state }) => looks[$state].height}%;
  border-radius: 1px;
  background: var(${({ $state }) => looks[$state].colour});
  ${forced} {
    forced-color-adjust: none;
    background: CanvasText;
  }
`

interface ServedBarsProps {
  /** The oldest first; `title` is shown under the pointer. */
  bars: { key: string; title: string; state: ServedState }[]
}

/** A bar for each hour or day. Its sentence beside it has for readers what it shows. */
export const ServedBars = ({ bars }: ServedBarsProps) => (
  <Row aria-hidden="true">
    {bars.map(({ key, title, state }) => (
      <Bar key={key} $state={state} title={title} />
    ))}
  </Row>
)
