import type { WordTime } from '@utter/contracts/http/jobs/word-times'
import { type MouseEvent, useEffect, useRef } from 'react'
import styled from 'styled-components'
import { LitWords } from './lit-words.tsx'
import { type Listening, useHeardWord } from './use-heard-word.ts'

/** In px, by the lines that are in sight. */
const heights = { 2: 40, 4: 96, 12: 256 }

/** A few lines, in which the word that is heard stays in sight. */
const Words = styled.p<{ $lines: keyof typeof heights }>`
  position: relative;
  max-height: ${({ $lines }) => heights[$lines]}px;
  min-height: 40px;
  overflow-y: auto;
  overflow-wrap: anywhere;
  white-space: pre-line;
  color: var(--fg-2);
`

interface SpokenWordsProps extends Listening {
  id?: string
  text: string
  words: readonly WordTime[]
  /** BCP 47; absent: that of the page. */
  language?: string | undefined
  /** Absent: its words lead nowhere. */
  onSeek?: (seconds: number) => void
  lines?: keyof typeof heights
}

/** The spoken text, with the word that is heard. A click on a word goes there; the keyboard has the wave for that, without a stop at each word. */
export function SpokenWords({ id, text, words, language, onSeek, lines = 4, ...listening }: SpokenWordsProps) {
  const box = useRef<HTMLParagraphElement>(null)
  const heard = useHeardWord(words, listening)

  useEffect(() => {
    const element = box.current?.querySelector<HTMLElement>(`[data-word="${heard}"]`)
    // Not `scrollIntoView`, which would move the page as well.
    if (element && box.current) box.current.scrollTop = element.offsetTop - box.current.clientHeight / 2
  }, [heard])

  const seek = ({ target }: MouseEvent) => {
    const word = words[Number((target as HTMLElement).dataset.word)]
    if (word) onSeek?.(word.start)
  }
  return (
    <Words
      ref={box}
      id={id}
      lang={language}
      dir="auto"
      $lines={lines}
      data-can-seek={onSeek !== undefined || undefined}
      onClick={seek}
    >
      <LitWords text={text.trim()} words={words} heard={heard} />
    </Words>
  )
}
