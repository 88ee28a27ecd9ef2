import type { WordTime } from '@utter/contracts/http/jobs/word-times'
import { type ReactNode, useId } from 'react'
import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { Clamped } from '../../ui/data/clamped.tsx'
import { Caption, Row, Stack } from '../../ui/layout/text.tsx'
import { PlayerLine } from './player-line.tsx'
import { SoundControls } from './sound-controls.tsx'
import { usePlayer } from './use-player.ts'
import { SpokenWords } from './words/spoken-words.tsx'

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
  /** It plays at once, from there. */
  startSeconds?: number | undefined
  /** The spoken text. */
  transcript?: string | undefined
  /** The times of its words, which are lit as they are heard. */
  words?: readonly WordTime[] | undefined
  /** Lines of the words that are in sight; four, if not given. */
  wordLines?: 4 | 12
  /** BCP 47, of the words. */
  language?: string | undefined
  /** The sound is that of an earlier job. */
  isCached?: boolean
  /** Shown right of the controls: copy, download. */
  actions?: ReactNode
}

export function Player({
  src,
  peaks,
  durationMs = 0,
  startSeconds,
  transcript,
  words,
  wordLines = 4,
  language,
  isCached,
  actions,
}: PlayerProps) {
  const transcriptId = useId()
  const { audio, player } = usePlayer(src, durationMs / 1_000, startSeconds)
  return (
    <Stack role="group" aria-label={t('Audio player')} $gap={12}>
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript below has the spoken text. */}
      <audio ref={audio} src={src} preload="metadata" aria-describedby={transcript ? transcriptId : undefined} />
      <PlayerLine player={player} peaks={peaks} />
      {isCached && <Caption>{t('From the cache, free')}</Caption>}
      {player.isBroken && <Broken role="alert">{t('The audio could not be loaded.')}</Broken>}
      {transcript && !words?.length && <Transcript id={transcriptId} text={transcript} lines={2} />}
      {transcript && words && words.length > 0 && (
        <SpokenWords
          id={transcriptId}
          text={transcript}
          words={words}
          language={language}
          lines={wordLines}
          seconds={() => audio.current?.currentTime ?? 0}
          isPlaying={player.isPlaying}
          atSeconds={player.atSeconds}
          onSeek={player.seek}
        />
      )}
      <Row $isBetween>
        <SoundControls rate={player.rate} onRate={player.setRate} volume={player.volume} onVolume={player.setVolume} />
        <Row $gap={2}>{actions}</Row>
      </Row>
    </Stack>
  )
}
