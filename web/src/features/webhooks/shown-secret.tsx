import { useEffect, useRef } from 'react'
import styled from 'styled-components'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Row, Stack } from '../../ui/text.tsx'

const SecretLine = styled(Row)`
  input { flex: 1; min-width: 0; }
`

/** A new signing secret, in the only place where it ever stands. It has the focus and is selected. */
export function ShownSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  return (
    <Stack>
      <Field label="Signing secret" hint="It is not shown again. Your receiver verifies each webhook with it.">
        {(parts) => (
          <SecretLine $gap={4}>
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
            <CopyButton label="Copy signing secret" text={() => secret} />
          </SecretLine>
        )}
      </Field>
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Stack>
  )
}
