import type { VoiceView } from '@utter/contracts/http/voices'
import { useState } from 'react'
import styled from 'styled-components'
import { counted, grouped } from '../../../lib/format/counted.ts'
import { t } from '../../../lib/language/words.ts'
import { narrow } from '../../../theme.ts'
import { Button } from '../../../ui/form/button.tsx'
import { FormAlert } from '../../../ui/layout/failure-note.tsx'
import { Caption, Row, Stack } from '../../../ui/layout/text.tsx'
import { VoiceSelect } from '../voice-select.tsx'

/** Some eight lines; a book has more than a screen of them. */
export const ScrolledLines = styled.ol`
  max-height: 328px;
  overflow-y: auto;
  border: 1px solid var(--line);
  border-radius: var(--r-3);
  &:focus-visible { outline-offset: -2px; }
`

const Line = styled.li<{ $hasVoice: boolean }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto ${({ $hasVoice }) => ($hasVoice ? 'minmax(0, 248px)' : '')};
  align-items: center;
  gap: 4px 16px;
  min-height: 40px;
  padding: 6px 12px;
  &:not(:first-child) { border-top: 1px solid var(--line); }
  > :first-child { min-width: 0; overflow-wrap: anywhere; }
  ${narrow} {
    grid-template-columns: minmax(0, 1fr) auto;
    > :nth-child(3) { grid-column: 1 / -1; }
  }
`

export const ListName = styled.h3`
  font-size: 13px;
  font-weight: 500;
`

const Toggle = styled(Button)`
  height: 28px;
  margin-right: -10px;
`

interface ChapterListProps {
  chapters: readonly { title: string; characters: number; calls: number }[]
  characters: number
  voices: readonly VoiceView[] | null | undefined
  /** A voice for each chapter; null, and one that is missing at the end: that of the work. */
  chosen: readonly (string | null)[]
  onChoose: (chapterVoices: (string | null)[]) => void
  /** Why a voice of a chapter is not taken. */
  fault: string | undefined
}

/** The chapters that were read, each with a voice where that is wanted. */
export function ChapterList({ chapters, characters, voices, chosen, onChoose, fault }: ChapterListProps) {
  const [isOpen, setIsOpen] = useState(false)
  const hasVoices = isOpen || chosen.some((one) => one !== null)
  const choose = (at: number, voiceId: string) =>
    onChoose(chapters.map((_, index) => (index === at ? voiceId || null : (chosen[index] ?? null))))
  return (
    <Stack $gap={6}>
      <Row $isBetween>
        <ListName id="read-chapters">
          {counted(chapters.length, 'chapter')}, {counted(characters, 'character')}
        </ListName>
        {chapters.length > 1 && (
          <Toggle
            look="ghost"
            isSmall
            onClick={() => {
              if (hasVoices) onChoose([])
              setIsOpen(!hasVoices)
            }}
          >
            {hasVoices ? t('One voice for all') : t('Voice by chapter')}
          </Toggle>
        )}
      </Row>
      {chapters.length > 0 && (
        <ScrolledLines aria-labelledby="read-chapters" tabIndex={0}>
          {chapters.map((chapter, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a chapter is its place.
            <Line key={index} $hasVoice={hasVoices}>
              <span dir="auto">{chapter.title}</span>
              <Caption as="small">
                {grouped(chapter.characters)} · {counted(chapter.calls, 'call')}
              </Caption>
              {hasVoices && (
                <VoiceSelect
                  label={t('Voice of {name}', { name: chapter.title })}
                  none={t('The voice of the work')}
                  voiceId={chosen[index] ?? ''}
                  voices={voices}
                  onChoose={(voiceId) => choose(index, voiceId)}
                />
              )}
            </Line>
          ))}
        </ScrolledLines>
      )}
      {fault && <FormAlert>{fault}</FormAlert>}
    </Stack>
  )
}
