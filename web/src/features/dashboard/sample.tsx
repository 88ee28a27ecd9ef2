import type { VoiceView } from '@utter/contracts/http/voices'
import { useEffect, useRef } from 'react'
import { fromServer } from '../../lib/language/from-server.ts'
import { t } from '../../lib/language/words.ts'
import { Caption, Stack } from '../../ui/layout/text.tsx'
import { PlayerLine } from '../player/player-line.tsx'
import { usePlayer } from '../player/use-player.ts'

interface SampleProps {
  voice: VoiceView
  /** It was chosen, not only shown. */
  isPlayedAtOnce: boolean
  onPlay?: () => void
}

/** A player of the voice's sample sentence. */
export function Sample({ voice: { sampleUrl, name, description }, isPlayedAtOnce, onPlay }: SampleProps) {
  const { audio, player } = usePlayer(sampleUrl, 0)
  const wasChosen = useRef(isPlayedAtOnce)
  useEffect(() => {
    // The browser may refuse; the button is there.
    if (wasChosen.current) void audio.current?.play()?.catch(() => undefined)
  }, [audio])
  return (
    <Stack $gap={8} role="group" aria-label={t('Sample of {name}', { name })}>
      {/* biome-ignore lint/a11y/useMediaCaption: one known sentence, the same in every voice. */}
      <audio ref={audio} src={sampleUrl} preload="none" onPlay={onPlay} />
      <PlayerLine player={player} peaks={undefined} />
      <p>
        {name} <Caption>{player.isBroken ? t('The sample could not be loaded.') : fromServer(description)}</Caption>
      </p>
    </Stack>
  )
}
