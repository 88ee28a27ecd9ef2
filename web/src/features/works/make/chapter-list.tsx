import styled from 'styled-components'
import { counted, grouped } from '../../../lib/format/counted.ts'
import { Caption, Stack } from '../../../ui/layout/text.tsx'

/** Some eight lines; a book has more than a screen of them. */
const Lines = styled.ol`
  max-height: 328px;
  overflow-y: auto;
  border: 1px solid var(--line);
  border-radius: var(--r-3);
  &:focus-visible { outline-offset: -2px; }
`

const Line = styled.li`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 16px;
  min-height: 40px;
  padding: 6px 12px;
  &:not(:first-child) { border-top: 1px solid var(--line); }
  span { min-width: 0; overflow-wrap: anywhere; }
  small { flex: none; }
`

const Name = styled.h3`
  font-size: 13px;
  font-weight: 500;
`

interface ChapterListProps {
  chapters: readonly { title: string; characters: number; calls: number }[]
  characters: number
}

/** The chapters that were read. */
export function ChapterList({ chapters, characters }: ChapterListProps) {
  return (
    <Stack $gap={6}>
      <Name id="read-chapters">
        {counted(chapters.length, 'chapter')}, {counted(characters, 'character')}
      </Name>
      {chapters.length > 0 && (
        <Lines aria-labelledby="read-chapters" tabIndex={0}>
          {chapters.map((chapter, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a chapter is its place.
            <Line key={index}>
              <span dir="auto">{chapter.title}</span>
              <Caption as="small">
                {grouped(chapter.characters)} · {counted(chapter.calls, 'call')}
              </Caption>
            </Line>
          ))}
        </Lines>
      )}
    </Stack>
  )
}
