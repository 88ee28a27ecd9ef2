import type { WordTime } from '@utter/contracts/http/jobs/word-times'
import { type MouseEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import styled from 'styled-components'
import { forced } from '../../../theme.ts'
import { placedWords, wordAt } from './placed-words.ts'

/** A few lines, in which the word that is heard stays in sight. */
const Words = styled.p<{ $lines: 2 | 4 }>`
  position: relative;
  max-height: ${({ $lines }) => ($lines === 2 ? 40 : 96)}px;
  min-height: 40px;
  overflow-y: auto;
  overflow-wrap: anywhere;
  white-space: pre-line;
  color: var(--fg-2);
`

const Word = styled.span`
  border-radius: 4px;
  [data-can-seek] & { cursor: pointer; }
  &:hover { background: var(--hover); }
  &[data-heard] { color: var(--fg); background: var(--hover); box-shadow: 0 0 0 2px var(--hover); }
  ${forced} {
    &[data-heard] { color: Highlight; }
  }
`

interface SpokenWordsProps {
  id?: string
  text: string
  words: readonly WordTime[]
  /** Where the sound is by now. */
  seconds: () => number
  isPlaying: boolean
  /** Where the sound is while it stands still. */
  atSeconds: number
  /** Absent: its words lead nowhere. */
  onSeek?: (seconds: number) => void
  lines?: 2 | 4
}

/** The spoken text, with the word that is heard. A click on a word goes there; the keyboard has the wave for that, without a stop at each word. */
export function SpokenWords({ id, text, words, seconds, isPlaying, atSeconds, onSeek, lines = 4 }: SpokenWordsProps) {
  const box = useRef<HTMLParagraphElement>(null)
  const parts = useMemo(() => placedWords(text.trim(), words), [text, words])
  const heard = useHeardWord({ words, seconds, isPlaying, atSeconds })

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
    <Words ref={box} id={id} $lines={lines} data-can-seek={onSeek !== undefined || undefined} onClick={seek}>
      {parts.map(({ text: part, word }, index) =>
        word === undefined ? (
          part
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places.
          <Word key={index} data-word={word} data-heard={word === heard || undefined}>
            {part}
          </Word>
        ),
      )}
    </Words>
  )
}

/** Looks at the sound with each frame while it plays: its own events of time come four times a second. */
function useHeardWord({
  words,
  seconds,
  isPlaying,
  atSeconds,
}: Pick<SpokenWordsProps, 'words' | 'seconds' | 'isPlaying' | 'atSeconds'>): number | undefined {
  const [played, setPlayed] = useState<number>()
  const look = useEffectEvent(() => setPlayed(wordAt(words, seconds())))
  useEffect(() => {
    if (!isPlaying) return
    let frame = requestAnimationFrame(function next() {
      look()
      frame = requestAnimationFrame(next)
    })
    return () => cancelAnimationFrame(frame)
  }, [isPlaying])
  if (isPlaying) return played
  return atSeconds > 0 ? wordAt(words, atSeconds) : undefined
}
