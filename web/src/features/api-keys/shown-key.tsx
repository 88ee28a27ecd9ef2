import type { CreatedApiKey } from '@utter/contracts/http/api-keys'
import { useEffect, useRef, useState } from 'react'
import styled from 'styled-components'
import { randomId } from '../../lib/random-id.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Row, Stack } from '../../ui/text.tsx'
import { curlOf } from './key-words.ts'

const KeyLine = styled(Row)`
  input { flex: 1; min-width: 0; }
`

/** A new key, in the only place where it ever stands. It has the focus and is selected. */
export function ShownKey({ created: { key, scopes }, onClose }: { created: CreatedApiKey; onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [requestId] = useState(randomId)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  return (
    <Stack>
      <Field label="API key" hint="It is not shown again.">
        {(parts) => (
          <KeyLine $gap={4}>
            <Input
              {...parts}
              ref={input}
              $isMono
              readOnly
              value={key}
              autoComplete="off"
              spellCheck={false}
              onFocus={(event) => event.target.select()}
            />
            <CopyButton label="Copy API key" text={() => key} />
          </KeyLine>
        )}
      </Field>
      <CodeBlock title="curl" text={curlOf(key, scopes, location.origin, requestId)} />
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Stack>
  )
}
