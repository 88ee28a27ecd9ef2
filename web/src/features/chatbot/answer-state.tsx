import { Pause, Play } from 'lucide-react'
import styled from 'styled-components'
import { clock } from '../../lib/format/times.ts'
import { Pulse } from '../../ui/data/pulse.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Caption, Sub } from '../../ui/layout/text.tsx'
import { useSoundButton } from '../player/use-sound-button.ts'
import type { ReplyProgress } from './message.ts'

/** A line of one height in every state, so that what is below it never moves. */
const Line = styled.div<{ $isBelowText: boolean }>`
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: 32px;
  margin-top: ${({ $isBelowText }) => ($isBelowText ? 10 : -4)}px;
  font-size: 13px;
`

const Failure = styled.span`
  color: var(--failed);
`

interface AnswerStateProps {
  answerId: string
  progress: ReplyProgress
  hasText: boolean
}

/** 'Thinking...', 'Generating voice...', then the button that plays it. */
export const AnswerState = ({ answerId, progress, hasText }: AnswerStateProps) => (
  <Line $isBelowText={hasText}>
    {progress.kind === 'spoken' ? (
      <PlayVoice soundKey={answerId} url={progress.audioUrl} durationMs={progress.durationMs} />
    ) : progress.kind === 'silent' ? (
      <Failure>Voice generation failed: {progress.reason}</Failure>
    ) : progress.kind === 'stopped' ? (
      <Caption>Stopped</Caption>
    ) : (
      <>
        <Pulse />
        <Sub role="status">{progress.kind === 'thinking' ? 'Thinking...' : 'Generating voice...'}</Sub>
      </>
    )}
  </Line>
)

interface PlayVoiceProps {
  soundKey: string
  url: string
  durationMs: number | undefined
}

function PlayVoice({ soundKey, url, durationMs }: PlayVoiceProps) {
  const { isPlaying, isLoading, toggle } = useSoundButton({ key: soundKey, url })
  const icon = { size: 14, strokeWidth: 1.75, fill: 'currentColor', 'aria-hidden': true }
  return (
    <>
      <Button isSmall isBusy={isLoading} onClick={toggle}>
        {isPlaying ? <Pause {...icon} /> : !isLoading && <Play {...icon} />}
        {isPlaying ? 'Pause' : 'Play Voice'}
      </Button>
      {durationMs !== undefined && <Caption>{clock(durationMs / 1_000)}</Caption>}
    </>
  )
}
