import type { ChapterRow } from '@utter/contracts/http/works/views'
import { Captions as Icon } from 'lucide-react'
import styled from 'styled-components'
import { t } from '../../../lib/language/words.ts'
import { AnchorButton } from '../../../ui/form/button.tsx'
import { Caption, Row } from '../../../ui/layout/text.tsx'

const Line = styled(Row)`
  color: var(--fg-2);
`

const formats = { vtt: 'WebVTT', srt: 'SubRip' } as const

/** The words of a chapter as files, for a video. */
export function CaptionFiles({ workId, row: { chapterId, title } }: { workId: string; row: ChapterRow }) {
  return (
    <Line $gap={6} role="group" aria-label={t('Captions of {title}', { title })}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      <Caption>{t('Captions')}</Caption>
      {Object.entries(formats).map(([format, name]) => (
        <AnchorButton
          key={format}
          look="ghost"
          isSmall
          href={`/api/works/${workId}/chapters/${chapterId}/captions.${format}`}
          download={`${title}.${format}`}
        >
          {name}
        </AnchorButton>
      ))}
    </Line>
  )
}
