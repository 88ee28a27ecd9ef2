import { type KeyboardEvent, type ReactNode, useId } from 'react'
import styled from 'styled-components'
import { clock } from '../../lib/times.ts'
import { Clamped } from '../../ui/clamped.tsx'
import { PlayButton } from '../../ui/play-button.tsx'
import { Row, Stack } from '../../ui/text.tsx'
import { moveOfKey } from './player-keys.ts'
import { SoundControls } from './sound-controls.tsx'
import { usePlayer } from './use-player.ts'
import { Waveform } from './waveform.tsx'

const Line = styled.div`
  display: flex;
  align-items: center;
  gap: 14px;
  min-width: 0;
`

const Time = styled.span`
  color: var(--fg-2);
  font-size: 12px;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`

const Broken = styled.p`
  color: var(--failed);
  font-size: 13px;
`

const Transcript = styled(Clamped)`
  min-height: 40px;
  p { color: var(--fg-2); }
`

interface PlayerProps {
  src: string
  peaks?: readonly number[] | undefined
  durationMs?: number | undefined
  /** The spoken text. */
  transcript?: string | undefined
  /** Stands right of the controls: copy, download. */
  actions?: ReactNode
}

export function Player({ src, peaks, durationMs = 0, transcript, actions }: PlayerProps) {
  const transcriptId = useId()
  const { audio, player } = usePlayer(src, durationMs / 1_000)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const move = moveOfKey(event.key, player.atSeconds, player.lengthSeconds)
    if (!move) return
    event.preventDefault()
    if (move.kind === 'seek') player.seek(move.toSeconds)
    else if (!event.repeat) player.toggle()
  }
  return (
    <Stack role="group" aria-label="Audio player" $gap={12}>
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript below has the spoken text. */}
      <audio ref={audio} src={src} preload="metadata" aria-describedby={transcript ? transcriptId : undefined} />
      {/* Handles the keys of the button and of the slider inside. */}
      <Line onKeyDown={onKeyDown}>
        <PlayButton isPlaying={player.isPlaying} isLoading={player.isLoading} onToggle={player.toggle} />
        <Waveform
          peaks={peaks}
          atSeconds={player.atSeconds}
          lengthSeconds={player.lengthSeconds}
          onSeek={player.seek}
        />
        <Time aria-hidden="true">
          {clock(player.atSeconds)} / {clock(player.lengthSeconds)}
        </Time>
      </Line>
      {player.isBroken && <Broken role="alert">The audio could not be loaded.</Broken>}
      {transcript && <Transcript id={transcriptId} text={transcript} lines={2} />}
      <Row $isBetween>
        <SoundControls rate={player.rate} onRate={player.setRate} volume={player.volume} onVolume={player.setVolume} />
        <Row $gap={2}>{actions}</Row>
      </Row>
    </Stack>
  )
}
