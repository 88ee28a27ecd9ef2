import { Pause, Play } from 'lucide-react'
import styled from 'styled-components'
import { clock } from '../../lib/format/times.ts'
import { t } from '../../lib/language/words.ts'
import { Pulse } from '../../ui/data/pulse.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Caption, Sub } from '../../ui/layout/text.tsx'
import { useSoundButton } from '../player/use-sound-button.ts'
import type { ReplyProgress } from './message.ts'

/** A line of one height in every state, so that what is below it never moves. */
const Line = styled.div<{ $isBelowText: boolean }>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  min-height: 32px;
  margin-top: ${({ $isBelowText }) => ($isBelowText ? 10 : -4)}px;
  font-size: 13px;
`

export const Failure = styled.span`
  color: var(--failed);
`

/** The chosen voice, which can speak an answer, or answer a question, that another one did not. */
export interface OtherVoice {
  id: string
  name: string
  isBusy: boolean
  onChoose: () => void
  onSpeakAgain: (answerId: string) => void
}

interface AnswerStateProps {
  answerId: string
  progress: ReplyProgress
  hasText: boolean
  otherVoice: OtherVoice
}

/** 'Thinking...', 'Generating voice...' and the button that plays it, as soon as there is a sound. */
export function AnswerState({ answerId, progress, hasText, otherVoice }: AnswerStateProps) {
  const isThinking = progress.kind === 'thinking'
  const url =
    progress.kind === 'spoken' ? progress.audioUrl : progress.kind === 'speaking' ? progress.liveUrl : undefined
  return (
    <Line $isBelowText={hasText}>
      {/* The same one for the live sound and its file, so that it keeps the focus. */}
      {url !== undefined && (
        <PlayVoice
          soundKey={answerId}
          url={url}
          durationMs={progress.kind === 'spoken' ? progress.durationMs : undefined}
        />
      )}
      {(isThinking || progress.kind === 'speaking') && (
        <>
          {url === undefined && <Pulse />}
          <Sub role="status">{isThinking ? t('Thinking...') : t('Generating voice...')}</Sub>
        </>
      )}
      {progress.kind === 'silent' && (
        <>
          <Failure>{t('Voice generation failed: {reason}', { reason: progress.reason })}</Failure>
          {progress.refusedVoiceId !== undefined && (
            <WithOtherVoice answerId={answerId} refusedVoiceId={progress.refusedVoiceId} {...otherVoice} />
          )}
        </>
      )}
      {progress.kind === 'stopped' && <Caption>{t('Stopped')}</Caption>}
    </Line>
  )
}

/** The same button, so that it keeps the focus, leads to another voice, then to the answer spoken by that. */
const WithOtherVoice = ({
  answerId,
  refusedVoiceId,
  id,
  name,
  isBusy,
  onChoose,
  onSpeakAgain,
}: OtherVoice & { answerId: string; refusedVoiceId: string }) => {
  const isChosen = id !== refusedVoiceId
  return (
    <Button isSmall disabled={isBusy} onClick={() => (isChosen ? onSpeakAgain(answerId) : onChoose())}>
      {isChosen ? t('Speak it with {name}', { name }) : t('Choose another voice')}
    </Button>
  )
}

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
      <Button isSmall isBusy={isLoading} aria-describedby={`said-${soundKey}`} onClick={toggle}>
        {isPlaying ? <Pause {...icon} /> : !isLoading && <Play {...icon} />}
        {isPlaying ? t('Pause') : t('Play Voice')}
      </Button>
      {durationMs !== undefined && <Caption>{clock(durationMs / 1_000)}</Caption>}
    </>
  )
}
