import type { ChapterRow } from '@utter/contracts/http/works/views'
import { ChevronDown, Download } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import styled from 'styled-components'
import { counted } from '../../../lib/format/counted.ts'
import { clock } from '../../../lib/format/times.ts'
import { fromServer } from '../../../lib/language/from-server.ts'
import { t } from '../../../lib/language/words.ts'
import { narrow } from '../../../theme.ts'
import { Progress } from '../../../ui/data/progress.tsx'
import { AnchorButton } from '../../../ui/form/button.tsx'
import { Caption, Row } from '../../../ui/layout/text.tsx'
import { SoundRing } from '../../player/sound-ring.tsx'
import type { Listening } from '../../player/words/use-heard-word.ts'
import { Paragraphs } from '../edit/paragraphs.tsx'
import { useParagraphActs } from '../edit/use-paragraph-acts.ts'
import { VoicesAroundParagraphs } from '../edit/voices-around.ts'
import { barOf } from '../labels.ts'
import { CaptionFiles } from '../listen/captions.tsx'
import { useChapterWords } from '../listen/use-chapter-words.ts'
import { StateBadge } from '../state-badge.tsx'
import { ChapterVersions } from '../versions/chapter-versions.tsx'
import { ChapterVoice, ChapterVoiceName } from './chapter-voice.tsx'

const Item = styled.li`
  border-top: 1px solid var(--line);
`

const Line = styled.div`
  position: relative;
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) 168px var(--h-sm) auto;
  align-items: center;
  gap: 4px 12px;
  min-height: 60px;
  padding: 8px 20px;
  transition: background var(--t-1);
  &:hover { background: color-mix(in srgb, var(--hover) 60%, transparent); }
  ${narrow} {
    grid-template-columns: auto minmax(0, 1fr) var(--h-sm) auto;
    padding: 10px 16px;
  }
`

/** Its hit area is the line; what plays and loads is above it. */
const Opener = styled.button`
  display: block;
  min-width: 0;
  padding: 0;
  border: 0;
  background: none;
  text-align: left;
  cursor: pointer;
  &::after { content: ''; position: absolute; inset: 0; }
  &:focus-visible { outline: none; }
  &:focus-visible::after { outline: 2px solid var(--accent); outline-offset: -2px; border-radius: var(--r-2); }
  b { display: block; font-weight: 500; overflow-wrap: anywhere; }
  small { display: block; }
`

const State = styled.div`
  display: flex;
  justify-content: flex-end;
  > :only-child:not(span) { flex: 1; }
  ${narrow} { grid-column: 2 / -1; grid-row: 2; justify-content: flex-start; }
`

const Save = styled(AnchorButton)`
  position: relative;
`

const Chevron = styled(ChevronDown)<{ $isOpen: boolean }>`
  color: var(--fg-3);
  transition: rotate var(--t-2) var(--ease);
  rotate: ${({ $isOpen }) => ($isOpen ? '180deg' : '0deg')};
`

const Tools = styled(Row)`
  flex-wrap: wrap;
  padding: 8px 20px;
  border-top: 1px solid var(--line);
  &:empty { display: none; }
  ${narrow} { padding: 8px 16px; }
`

const Fault = styled(Caption)`
  color: var(--failed);
`

interface ChapterItemProps {
  workId: string
  row: ChapterRow
  /** The names of the work's speakers. */
  speakers: readonly string[]
  isReadOnly: boolean
  isPlaying: boolean
  onToggle: () => void
  listening: Listening | undefined
  onPlayFrom: (row: ChapterRow, seconds: number) => void
}

/** A chapter to be heard, saved, and opened to its paragraphs. Its earlier texts stay known while it is closed. */
export function ChapterItem(props: ChapterItemProps) {
  const { workId, row, speakers, isReadOnly, isPlaying, onToggle, listening, onPlayFrom } = props
  const { chapterId, title, state, progress, characters, durationMs, audioUrl, error, voiceId } = row
  const [isOpen, setIsOpen] = useState(false)
  const editing = useParagraphActs(workId, chapterId)
  const { words, heard } = useChapterWords(workId, row, { isOpen, listening })
  const around = useMemo(() => ({ speakers, hasChapterVoice: voiceId !== undefined }), [speakers, voiceId])
  const bodyId = useId()
  const length = durationMs === undefined ? [] : [clock(durationMs / 1_000)]
  const facts = [...length, counted(characters, 'character')]
  return (
    <Item>
      <Line>
        <SoundRing
          label={isPlaying ? t('Pause {name}', { name: title }) : t('Play {name}', { name: title })}
          isPlaying={isPlaying}
          isLoading={false}
          isDisabled={!audioUrl && !isPlaying}
          onToggle={onToggle}
        />
        <Opener type="button" aria-expanded={isOpen} aria-controls={bodyId} onClick={() => setIsOpen(!isOpen)}>
          <b dir="auto">{title}</b>
          <Caption as="small">
            {facts.join(' · ')}
            {voiceId !== undefined && (
              <>
                {' · '}
                <ChapterVoiceName voiceId={voiceId} />
              </>
            )}
          </Caption>
          {error && <Fault as="small">{fromServer(error)}</Fault>}
        </Opener>
        <State>
          {state === 'speaking' ? (
            <Progress status={barOf[state]} percent={progress} />
          ) : (
            state !== 'completed' && <StateBadge state={state} />
          )}
        </State>
        {audioUrl ? (
          <Save
            look="ghost"
            isSmall
            isIcon
            href={audioUrl}
            download={`${title}.mp3`}
            aria-label={t('Download {name}', { name: title })}
          >
            <Download size={16} strokeWidth={1.75} aria-hidden="true" />
          </Save>
        ) : (
          <span />
        )}
        <Chevron size={16} strokeWidth={1.75} aria-hidden="true" $isOpen={isOpen} />
      </Line>
      <section id={bodyId} aria-label={title} hidden={!isOpen}>
        {isOpen && (
          <VoicesAroundParagraphs value={around}>
            <Tools>
              <ChapterVoice workId={workId} row={row} isReadOnly={isReadOnly} />
              {words?.paragraphs.some((one) => one.words?.length) && <CaptionFiles workId={workId} row={row} />}
              {!isReadOnly && <ChapterVersions workId={workId} row={row} editing={editing} />}
            </Tools>
            <Paragraphs
              workId={workId}
              row={row}
              editing={editing}
              isReadOnly={isReadOnly}
              times={words?.paragraphs}
              heard={heard}
              onPlayFrom={(seconds) => onPlayFrom(row, seconds)}
            />
          </VoicesAroundParagraphs>
        )}
      </section>
    </Item>
  )
}
