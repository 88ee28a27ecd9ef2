import { FileUp } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { FlatLine } from '../data/flat-line.tsx'
import { Card } from '../layout/card.tsx'
import { FormAlert } from '../layout/failure-note.tsx'
import { Button } from './button.tsx'
import { DropZone } from './drop-zone.tsx'

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
  title: string
  hint: ReactNode
  /** Types that the picker offers, as `accept` has them. */
  fileTypes: string
  /** The name of the picker. */
  fileLabel: string
  onFile: (file: File) => void
  pasteLabel: string
  onPaste: () => void
  onExample: () => void
  /** Why the last file was not taken. */
  fault: string | undefined
}

/** A file to drop or choose, a text to paste, or an example: where something long begins. */
export function SourceCard(props: SourceCardProps) {
  const { title, hint, fileTypes, fileLabel, onFile, pasteLabel, onPaste, onExample, fault } = props
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  return (
    <Card aria-labelledby={id}>
      <DropZone onFile={onFile}>
        <FlatLine />
        <h2 id={id}>{title}</h2>
        <p>{hint}</p>
        <Ways>
          <Button onClick={() => file.current?.click()}>
            <FileUp size={16} strokeWidth={1.75} aria-hidden="true" />
            {t('Choose a file')}
          </Button>
          <Button onClick={onPaste}>{pasteLabel}</Button>
          <Button look="ghost" onClick={onExample}>
            {t('Try with an example')}
          </Button>
        </Ways>
        <input
          ref={file}
          type="file"
          accept={fileTypes}
          aria-label={fileLabel}
          hidden
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            if (chosen) onFile(chosen)
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
