import { SkipBack, SkipForward } from 'lucide-react'
import styled from 'styled-components'
import { t } from '../../../lib/language/words.ts'
import { narrow, truncate } from '../../../theme.ts'
import { FlatLine } from '../../../ui/data/flat-line.tsx'
import { Button } from '../../../ui/form/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Row, Stack, Sub } from '../../../ui/layout/text.tsx'
import { PlayerLine } from '../../player/player-line.tsx'
import { SoundControls } from '../../player/sound-controls.tsx'
import type { WorkPlayer } from './use-work-player.ts'

/** As high without a sound: nothing moves when the first chapter is spoken. It stays in sight while chapters are read. */
const Box = styled(Card)`
  position: sticky;
  top: 64px;
  z-index: 2;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: center;
  min-height: 146px;
  padding: 16px 20px 12px;
  /* Chapters that scroll under it do not show above it. */
  box-shadow: 0 -8px 0 var(--bg);
  ${narrow} {
    position: static;
    box-shadow: none;
    min-height: 158px;
    padding: 14px 16px 10px;
  }
`

const Silent = styled.div`
  display: grid;
  justify-items: center;
  gap: 8px;
  text-align: center;
`

const Title = styled.h2`
  ${truncate}
`

const Broken = styled.p`
  color: var(--failed);
  font-size: 13px;
`

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true }

/** The chapter that plays, with those around it. */
export function WorkPlayerCard({
  work: { audio, player, src, chapter, canPlay, toBefore, toAfter },
}: {
  work: WorkPlayer
}) {
  return (
    <Box aria-label={t('Player')}>
      {/* biome-ignore lint/a11y/useMediaCaption: the chapters below have the spoken text. */}
      <audio ref={audio} src={src} preload="metadata" onEnded={toAfter} />
      {src && chapter && canPlay ? (
        <Stack $gap={8} role="group" aria-label={t('Audio player')}>
          <Title dir="auto">{chapter.title}</Title>
          {player.isBroken ? (
            <Broken role="alert">{t('The audio could not be loaded.')}</Broken>
          ) : (
            <PlayerLine player={player} peaks={undefined} />
          )}
          <Row $isBetween>
            <SoundControls
              rate={player.rate}
              onRate={player.setRate}
              volume={player.volume}
              onVolume={player.setVolume}
            />
            <Row $gap={2}>
              <Button
                look="ghost"
                isSmall
                isIcon
                aria-label={t('Chapter before')}
                disabled={!toBefore}
                onClick={toBefore}
              >
                <SkipBack {...icon} />
              </Button>
              <Button look="ghost" isSmall isIcon aria-label={t('Next chapter')} disabled={!toAfter} onClick={toAfter}>
                <SkipForward {...icon} />
              </Button>
            </Row>
          </Row>
        </Stack>
      ) : (
        <Silent>
          <FlatLine />
          <Sub as="p">
            {chapter
              ? t('‘{title}’ can be heard again once its change is spoken.', { title: chapter.title })
              : t('A chapter can be heard as soon as all of it is spoken.')}
          </Sub>
        </Silent>
      )}
    </Box>
  )
}
