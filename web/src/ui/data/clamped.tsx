import { useEffect, useRef, useState } from 'react'
import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'

const Text = styled.p<{ $lines: number | undefined }>`
  overflow-wrap: anywhere;
  white-space: pre-line;
  ${({ $lines }) =>
    $lines && `display: -webkit-box; overflow: hidden; -webkit-line-clamp: ${$lines}; -webkit-box-orient: vertical;`}
`

const ShowAll = styled.button`
  padding: 4px 0;
  border: 0;
  background: none;
  font-weight: 500;
  text-decoration: underline;
  text-decoration-color: var(--line-strong);
  text-underline-offset: 3px;
  cursor: pointer;
  &:hover { text-decoration-color: currentColor; }
`

interface ClampedProps {
  text: string
  lines: number
  id?: string
  className?: string
}

/** The first lines of a text, and all of it on demand. */
export function Clamped({ text, lines, id, className }: ClampedProps) {
  const paragraph = useRef<HTMLParagraphElement>(null)
  const [isCut, setIsCut] = useState(false)
  const [isWhole, setIsWhole] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another height.
  useEffect(() => {
    const element = paragraph.current
    if (element && !isWhole) setIsCut(element.scrollHeight > element.clientHeight + 1)
  }, [text, isWhole])
  return (
    <div className={className}>
      <Text ref={paragraph} id={id} dir="auto" $lines={isWhole ? undefined : lines}>
        {text.trim()}
      </Text>
      {isCut && !isWhole && (
        <ShowAll type="button" onClick={() => setIsWhole(true)}>
          {t('Show all')}
        </ShowAll>
      )}
    </div>
  )
}
