import { type ReactNode, useEffect, useRef } from 'react'
import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { mono } from '../../theme.ts'
import { Button } from '../form/button.tsx'
import { CopyButton } from '../form/copy-button.tsx'
import { Field } from '../form/field.tsx'
import { TextArea } from '../form/input.tsx'
import { DialogActions } from '../overlay/dialog.tsx'
import { Row, Stack } from './text.tsx'

const Line = styled(Row)`
  align-items: flex-start;
`

/** All of its lines in sight: in a single one the beginning of a long secret is cut. */
const Secret = styled(TextArea)`
  ${mono}
  flex: 1;
  min-width: 0;
  min-height: 64px;
  field-sizing: content;
  resize: none;
  overflow-wrap: anywhere;
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
  const input = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  return (
    <Stack>
      <Field label={label} hint={hint}>
        {(parts) => (
          <Line $gap={4}>
            <Secret
              {...parts}
              ref={input}
              readOnly
              value={secret}
              rows={2}
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
          {t('Done')}
        </Button>
      </DialogActions>
    </Stack>
  )
}
