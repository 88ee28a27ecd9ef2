import { type DragEvent, type ReactNode, useState } from 'react'
import styled from 'styled-components'
import { narrow } from '../../theme.ts'

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

/** A place where a file can be dropped; a button in it does the same for the keyboard. */
export function DropZone({ onFile, children }: { onFile(file: File): void; children: ReactNode }) {
  const [isOver, setIsOver] = useState(false)
  const over = (event: DragEvent, is: boolean) => {
    event.preventDefault()
    setIsOver(is)
  }
  return (
    <Zone
      $isOver={isOver}
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false)
        const [dropped] = event.dataTransfer.files
        if (dropped) onFile(dropped)
      }}
    >
      {children}
    </Zone>
  )
}
