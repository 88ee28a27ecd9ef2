import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ChapterRow, ParagraphView } from '@utter/contracts/http/works/views'
import type { ParagraphWords } from '@utter/contracts/http/works/words'
import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import styled from 'styled-components'
import { t } from '../../../lib/language/words.ts'
import { Hidden } from '../../../ui/layout/hidden.tsx'
import { Part } from '../../../ui/layout/part.tsx'
import { Skeleton } from '../../../ui/layout/skeleton.tsx'
import { Stack } from '../../../ui/layout/text.tsx'
import { findVoice } from '../../voices/find-voice.ts'
import { useVoices } from '../../voices/use-voices.ts'
import type { HeardParagraph } from '../listen/use-chapter-words.ts'
import { chapterQuery } from '../queries.ts'
import { ParagraphItem } from './paragraph-item.tsx'
import type { useParagraphActs } from './use-paragraph-acts.ts'

interface ParagraphsProps {
  workId: string
  row: ChapterRow
  /** The acts, and the texts before their changes; without them it is read alone. */
  editing: ReturnType<typeof useParagraphActs>
  isReadOnly: boolean
  /** When each paragraph sounds; undefined while it is not known. */
  times: readonly ParagraphWords[] | undefined
  heard: HeardParagraph | undefined
  onPlayFrom: (seconds: number) => void
}

/** The paragraphs of an open chapter, read when it is opened, and again when its row shows that something of it has changed. */
export function Paragraphs({ workId, row, ...list }: ParagraphsProps) {
  const client = useQueryClient()
  const query = chapterQuery(workId, row.chapterId)
  const chapter = useQuery(query)
  const version = versionOf(row)
  const isBehind = chapter.data !== undefined && versionOf(chapter.data) !== version
  const askedFor = useRef('')
  useEffect(() => {
    // Once for each: the row may be the older of the two.
    if (!isBehind || askedFor.current === version) return
    askedFor.current = version
    void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
  })
  return (
    <>
      <Part query={chapter} waiting={<Waiting />} failure={t('The chapter could not be read')}>
        {({ paragraphs }) => <List paragraphs={paragraphs} {...list} />}
      </Part>
      <Hidden role="status">{list.editing.news}</Hidden>
    </>
  )
}

const versionOf = ({ revision, state, progress, error = '' }: ChapterRow) => [revision, state, progress, error].join()

const Waiting = () => (
  <Stack $gap={8} style={{ padding: '8px 20px 16px' }}>
    <Skeleton $height={56} />
    <Skeleton $height={56} />
    <Skeleton $height={56} />
  </Stack>
)

const Lines = styled.ol`
  padding: 4px 0 12px;
  border-top: 1px solid var(--line);
`

const firstDrawn = 40
const drawnAtOnce = 120

interface ListProps extends Omit<ParagraphsProps, 'workId' | 'row'> {
  paragraphs: ParagraphView[]
}

/** The first window at once, the others in slices between which the page answers. All end in the document, where find-in-page looks. */
function List({ paragraphs, editing: { acts, earlier }, isReadOnly, times, heard, onPlayFrom }: ListProps) {
  const { data: voices } = useVoices()
  const [drawn, setDrawn] = useState(firstDrawn)
  const play = usePlayParagraph(times, onPlayFrom)
  const begun = useMemo(
    () => new Set(times?.flatMap(({ paragraphId, startMs }) => (startMs === undefined ? [] : [paragraphId]))),
    [times],
  )
  const isWhole = drawn >= paragraphs.length
  useEffect(() => {
    if (isWhole) return
    const timer = setTimeout(() => startTransition(() => setDrawn(drawn + drawnAtOnce)))
    return () => clearTimeout(timer)
  }, [drawn, isWhole])
  return (
    <Lines>
      {paragraphs.slice(0, drawn).map((paragraph, index) => (
        <ParagraphItem
          key={paragraph.paragraphId}
          paragraph={paragraph}
          number={index + 1}
          isLast={index === paragraphs.length - 1}
          voiceName={paragraph.voiceId && (findVoice(voices, paragraph.voiceId)?.name ?? paragraph.voiceId)}
          earlier={earlier.get(paragraph.paragraphId)}
          acts={isReadOnly ? undefined : acts}
          heard={heard?.paragraphId === paragraph.paragraphId ? heard : undefined}
          onPlay={begun.has(paragraph.paragraphId) ? play : undefined}
        />
      ))}
    </Lines>
  )
}

/** Plays from a paragraph: the same function at each time of the sound, so that no other paragraph is drawn again. */
function usePlayParagraph(
  times: ListProps['times'],
  onPlayFrom: ListProps['onPlayFrom'],
): (paragraphId: string) => void {
  const present = useRef({ times, onPlayFrom })
  useEffect(() => {
    present.current = { times, onPlayFrom }
  })
  return useCallback((id) => {
    const startMs = present.current.times?.find(({ paragraphId }) => paragraphId === id)?.startMs
    if (startMs !== undefined) present.current.onPlayFrom(startMs / 1_000)
  }, [])
}
