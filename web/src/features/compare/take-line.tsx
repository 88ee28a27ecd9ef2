import type { JobView } from '@utter/contracts/http/jobs/job-views'
import styled from 'styled-components'
import { clock } from '../../lib/format/times.ts'
import { t } from '../../lib/language/words.ts'
import { forced, narrow, truncate } from '../../theme.ts'
import type { PlayerState } from '../player/use-player.ts'
import { Waveform } from '../player/waveform.tsx'

const Line = styled.div<{ $isHeard: boolean }>`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  gap: 8px 14px;
  padding: 12px 14px;
  border: 1px solid ${({ $isHeard }) => ($isHeard ? 'var(--accent)' : 'var(--line)')};
  border-radius: var(--r-4);
  ${({ $isHeard }) => !$isHeard && '[role=slider] { opacity: 0.55; }'}
  ${forced} { border-color: ${({ $isHeard }) => ($isHeard ? 'Highlight' : 'CanvasText')}; }
  ${narrow} { padding: 10px 12px; }
`

const Choice = styled.label`
  display: flex;
  align-items: center;
  gap: 8px;
  grid-column: 1 / 3;
  min-width: 0;
  min-height: 28px;
  font-weight: 500;
  cursor: pointer;
  span { ${truncate} }
  input { flex: none; width: 16px; height: 16px; margin: 0; accent-color: var(--accent); cursor: pointer; }
`

const Time = styled.span`
  color: var(--fg-2);
  font-size: 12px;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`

const Wave = styled.div`
  display: flex;
  grid-column: 1 / -1;
`

interface TakeLineProps {
  letter: 'A' | 'B'
  voice: string
  job: JobView
  player: PlayerState
  isHeard: boolean
  onHear: () => void
  onSeek: (seconds: number) => void
}

/** A take: whether it is the one that is heard, its voice, its time and its wave. */
export const TakeLine = ({ letter, voice, job, player, isHeard, onHear, onSeek }: TakeLineProps) => (
  <Line $isHeard={isHeard}>
    <Choice>
      <input
        type="radio"
        name="heard-take"
        checked={isHeard}
        onChange={onHear}
        aria-label={t('Hear {take}: {voice}', { take: letter, voice })}
      />
      <span>{`${letter} · ${voice}`}</span>
    </Choice>
    <Time>
      {clock(player.atSeconds)} / {clock(player.lengthSeconds)}
    </Time>
    <Wave>
      <Waveform
        label={t('Seek in {take}', { take: letter })}
        peaks={job.peaks}
        atSeconds={player.atSeconds}
        lengthSeconds={player.lengthSeconds}
        onSeek={onSeek}
      />
    </Wave>
  </Line>
)
