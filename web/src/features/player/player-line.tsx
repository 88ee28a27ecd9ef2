import type { KeyboardEvent } from 'react'
import styled from 'styled-components'
import { clock } from '../../lib/format/times.ts'
import { PlayButton } from '../../ui/form/play-button.tsx'
import { moveOfKey } from './player-keys.ts'
import type { PlayerState } from './use-player.ts'
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

/** Button, wave and time of a sound. It handles the keys of the button and of the slider inside. */
export function PlayerLine({ player, peaks }: { player: PlayerState; peaks: readonly number[] | undefined }) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const move = moveOfKey(event.key, player.atSeconds, player.lengthSeconds)
    if (!move) return
    event.preventDefault()
    if (move.kind === 'seek') player.seek(move.toSeconds)
    else if (!event.repeat) player.toggle()
  }
  return (
    <Line onKeyDown={onKeyDown}>
      <PlayButton isPlaying={player.isPlaying} isLoading={player.isLoading} onToggle={player.toggle} />
      <Waveform peaks={peaks} atSeconds={player.atSeconds} lengthSeconds={player.lengthSeconds} onSeek={player.seek} />
      <Time aria-hidden="true">
        {clock(player.atSeconds)} / {clock(player.lengthSeconds)}
      </Time>
    </Line>
  )
}
