import styled from 'styled-components'
import { counted, grouped } from '../../../lib/format/counted.ts'
import { FormAlert } from '../../../ui/layout/failure-note.tsx'
import { Caption, Stack } from '../../../ui/layout/text.tsx'
import type { ReadWork } from './read-work.ts'

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

/** The chapters that were read, and why the server would not take them. */
export function ChapterList({ read, faults }: { read: ReadWork; faults: readonly string[] }) {
  return (
    <Stack $gap={6}>
      <Name id="read-chapters">
        {counted(read.chapters.length, 'chapter')}, {counted(read.characters, 'character')}
      </Name>
      {read.chapters.length > 0 && (
        <Lines aria-labelledby="read-chapters" tabIndex={0}>
          {read.chapters.map(({ title, characters }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a chapter is its place.
            <Line key={index}>
              <span>{title}</span>
              <Caption as="small">{grouped(characters)}</Caption>
            </Line>
          ))}
        </Lines>
      )}
      {faults.map((fault) => (
        <FormAlert key={fault}>{fault}</FormAlert>
      ))}
    </Stack>
  )
}
