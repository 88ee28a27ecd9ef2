import { FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import styled from 'styled-components'
import { narrow } from '../../../theme.ts'
import { FlatLine } from '../../../ui/data/flat-line.tsx'
import { Button } from '../../../ui/form/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { FormAlert } from '../../../ui/layout/failure-note.tsx'
import type { SourceState } from './use-source.ts'
import { fileTypes, maxFileText } from './work-file.ts'

const Zone = styled.div<{ $isOver: boolean }>`
  display: grid;
  justify-items: center;
  gap: 4px;
  margin: 20px;
  padding: 48px 24px 56px;
  border: 1px dashed ${({ $isOver }) => ($isOver ? 'var(--fg)' : 'var(--line-strong)')};
  border-radius: var(--r-3);
  background: ${({ $isOver }) => ($isOver ? 'var(--hover)' : 'none')};
  text-align: center;
  transition: background var(--t-1), border-color var(--t-1);
  > svg { margin-bottom: 16px; }
  p { max-width: 48ch; color: var(--fg-2); }
  ${narrow} { margin: 16px; padding: 32px 16px 40px; }
`

const Ways = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: 8px;
  margin-top: 16px;
`

const Refused = styled.div`
  margin-top: 16px;
  text-align: left;
`

interface SourceCardProps {
  state: SourceState
  title: string
}

/** A file to drop or choose, a text to paste, or an example: where a work begins. */
export function SourceCard({ state: { takeFile, change, tryExample, fault }, title }: SourceCardProps) {
  const file = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const over = (event: DragEvent, is: boolean) => {
    event.preventDefault()
    setIsOver(is)
  }
  return (
    <Card aria-labelledby="source-title">
      <Zone
        $isOver={isOver}
        onDragOver={(event) => over(event, true)}
        onDragLeave={(event) => over(event, false)}
        onDrop={(event) => {
          over(event, false)
          const [dropped] = event.dataTransfer.files
          if (dropped) void takeFile(dropped)
        }}
      >
        <FlatLine />
        <h2 id="source-title">{title}</h2>
        <p>
          Drop a text, Markdown, an EPUB or a Word document here, up to {maxFileText}. Its headings become chapters.
        </p>
        <Ways>
          <Button onClick={() => file.current?.click()}>
            <FileUp size={16} strokeWidth={1.75} aria-hidden="true" />
            Choose a file
          </Button>
          <Button onClick={() => change({ text: '' })}>Paste a text</Button>
          <Button look="ghost" onClick={tryExample}>
            Try with an example
          </Button>
        </Ways>
        <input
          ref={file}
          type="file"
          accept={fileTypes}
          aria-label="File of the work"
          hidden
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            if (chosen) void takeFile(chosen)
            // The same file again is a choice too.
            target.value = ''
          }}
        />
        {fault && (
          <Refused>
            <FormAlert>{fault}</FormAlert>
          </Refused>
        )}
      </Zone>
    </Card>
  )
}
