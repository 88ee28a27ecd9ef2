import type { WordTime } from '@utter/contracts/http/jobs/word-times'
import { useMemo } from 'react'
import styled from 'styled-components'
import { forced } from '../../../theme.ts'
import { placedWords } from './placed-words.ts'

const Word = styled.span`
  border-radius: 4px;
  [data-can-seek] & { cursor: pointer; }
  &:hover { background: var(--hover); }
  &[data-heard] { color: var(--fg); background: var(--hover); box-shadow: 0 0 0 2px var(--hover); }
  ${forced} {
    &[data-heard] { color: Highlight; }
  }
`

/** A text with the word that is heard. @param heard its place among the words; undefined: none is */
export function LitWords({
  text,
  words,
  heard,
}: {
  text: string
  words: readonly WordTime[]
  heard: number | undefined
}) {
  const parts = useMemo(() => placedWords(text, words), [text, words])
  return parts.map(({ text: part, word }, index) =>
    word === undefined ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places.
      <Word key={index} data-word={word} data-heard={word === heard || undefined}>
        {part}
      </Word>
    ),
  )
}
