import { FileUp } from 'lucide-react'
import { useRef } from 'react'
import styled from 'styled-components'
import { FlatLine } from '../../../ui/data/flat-line.tsx'
import { Button } from '../../../ui/form/button.tsx'
import { DropZone } from '../../../ui/form/drop-zone.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { FormAlert } from '../../../ui/layout/failure-note.tsx'
import type { SourceState } from './use-source.ts'
import { fileTypes, maxFileText } from './work-file.ts'

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
  return (
    <Card aria-labelledby="source-title">
      <DropZone onFile={(dropped) => void takeFile(dropped)}>
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
      </DropZone>
    </Card>
  )
}
