import type { WorkView } from '@utter/contracts/http/works/views'
import { useMemo } from 'react'
import styled from 'styled-components'
import { counted } from '../../../lib/format/counted.ts'
import { t } from '../../../lib/language/words.ts'
import { narrow } from '../../../theme.ts'
import { Card, CardHead } from '../../../ui/layout/card.tsx'
import { Caption } from '../../../ui/layout/text.tsx'
import { ChapterItem } from './chapter-item.tsx'
import type { WorkPlayer } from './use-work-player.ts'

const Box = styled(Card)`
  overflow: clip;
  /* Nothing that gets the focus may be under the player. */
  button, a, textarea, select { scroll-margin-top: 160px; }
  ${narrow} { button, a, textarea, select { scroll-margin-top: 0; } }
`

/** A changed paragraph is spoken again, and nothing else. */
export function ChaptersCard({ work, player }: { work: WorkView; player: WorkPlayer }) {
  const { speakers: ofWork } = work
  const speakers = useMemo(() => Object.keys(ofWork ?? {}), [ofWork])
  return (
    <Box aria-labelledby="chapters-title">
      <CardHead>
        <h2 id="chapters-title">{t('Chapters')}</h2>
        <Caption>{counted(work.chapters.length, 'chapter')}</Caption>
      </CardHead>
      <ol>
        {work.chapters.map((row) => (
          <ChapterItem
            key={row.chapterId}
            workId={work.workId}
            row={row}
            speakers={speakers}
            isReadOnly={work.state === 'cancelled'}
            isPlaying={player.isPlayingChapter(row.chapterId)}
            onToggle={() => player.toggleChapter(row)}
            listening={player.listeningTo(row.chapterId)}
            onPlayFrom={player.playFrom}
          />
        ))}
      </ol>
    </Box>
  )
}
