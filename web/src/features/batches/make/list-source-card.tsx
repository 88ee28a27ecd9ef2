import { FileUp } from 'lucide-react'
import { useRef } from 'react'
import styled from 'styled-components'
import { FlatLine } from '../../../ui/data/flat-line.tsx'
import { Button } from '../../../ui/form/button.tsx'
import { DropZone } from '../../../ui/form/drop-zone.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { FormAlert } from '../../../ui/layout/failure-note.tsx'
import { exampleList, type ListState, listTypes } from './use-list.ts'

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

/** A file to drop or choose, a list to paste, or an example: where a batch begins. */
export function ListSourceCard({ state: { take, takeFile, fault }, title }: { state: ListState; title: string }) {
  const file = useRef<HTMLInputElement>(null)
  return (
    <Card aria-labelledby="list-title">
      <DropZone onFile={(dropped) => void takeFile(dropped)}>
        <FlatLine />
        <h2 id="list-title">{title}</h2>
        <p>Drop a CSV, JSON Lines or a text with a line for each sound. A column ‘voice’ gives a line its own voice.</p>
        <Ways>
          <Button onClick={() => file.current?.click()}>
            <FileUp size={16} strokeWidth={1.75} aria-hidden="true" />
            Choose a file
          </Button>
          <Button onClick={() => take({ text: '' })}>Paste a list</Button>
          <Button look="ghost" onClick={() => take({ text: exampleList })}>
            Try with an example
          </Button>
        </Ways>
        <input
          ref={file}
          type="file"
          accept={listTypes}
          aria-label="File of the batch"
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
