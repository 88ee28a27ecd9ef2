import { CircleAlert, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import styled from 'styled-components'
import { fromServer } from '../../lib/language/from-server.ts'

const Frame = styled.div`
  display: grid;
  gap: 6px;
  min-width: 0;
`

export const Label = styled.label`
  font-size: 13px;
  font-weight: 500;
  line-height: 20px;
`

const Line = styled.div`
  display: flex;
  justify-content: space-between;
  gap: 12px;
  font-size: 12px;
  line-height: 16px;
  color: var(--fg-3);
  font-variant-numeric: tabular-nums;
`

const Message = styled.span<{ $isWarning?: boolean }>`
  display: flex;
  align-items: flex-start;
  gap: 6px;
  font-size: 13px;
  line-height: 16px;
  color: var(${({ $isWarning }) => ($isWarning ? '--warning' : '--failed')});
  svg { margin-top: 1px; }
`

export interface FieldParts {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface FieldProps {
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** Allowed, but better otherwise. */
  warning?: string | undefined
  /** Shown right of the hint, or of an error in its place: a counter. */
  aside?: ReactNode
  children: (parts: FieldParts) => ReactNode
}

/** A label above, a hint or in its place the error below, tied to the input for assistive technology. */
export function Field({ label, hint, error, warning, aside, children }: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  const note = error ?? warning ?? hint
  const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true }
  return (
    <Frame>
      <Label htmlFor={id}>{label}</Label>
      {children({ id, 'aria-describedby': note ? noteId : undefined, 'aria-invalid': error ? true : undefined })}
      {(note || aside) && (
        <Line>
          <span id={noteId}>
            {error ? (
              <Message>
                <CircleAlert {...icon} />
                {fromServer(error)}
              </Message>
            ) : warning ? (
              <Message $isWarning>
                <TriangleAlert {...icon} />
                {warning}
              </Message>
            ) : (
              hint
            )}
          </span>
          {aside}
        </Line>
      )}
    </Frame>
  )
}
