import { type ReactNode, useEffect, useRef } from 'react'
import styled from 'styled-components'
import { Button } from '../form/button.tsx'
import { CopyButton } from '../form/copy-button.tsx'
import { Field } from '../form/field.tsx'
import { Input } from '../form/input.tsx'
import { DialogActions } from '../overlay/dialog.tsx'
import { Row, Stack } from './text.tsx'

const Line = styled(Row)`
  input { flex: 1; min-width: 0; }
`

interface ShownOnceProps {
  label: string
  hint: string
  copyLabel: string
  secret: string
  onDone: () => void
  /** Between the secret and Done. */
  children?: ReactNode
}

/** A new secret, in the only place where it is ever shown. It has the focus and is selected. */
export function ShownOnce({ label, hint, copyLabel, secret, onDone, children }: ShownOnceProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  return (
    <Stack>
      <Field label={label} hint={hint}>
        {(parts) => (
          <Line $gap={4}>
            <Input
              {...parts}
              ref={input}
              $isMono
              readOnly
              value={secret}
              autoComplete="off"
              spellCheck={false}
              onFocus={(event) => event.target.select()}
            />
            <CopyButton label={copyLabel} text={() => secret} />
          </Line>
        )}
      </Field>
      {children}
      <DialogActions>
        <Button look="primary" onClick={onDone}>
          Done
        </Button>
      </DialogActions>
    </Stack>
  )
}
