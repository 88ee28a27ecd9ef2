import styled from 'styled-components'
import { Trans } from '../../lib/language/trans.tsx'
import { t } from '../../lib/language/words.ts'
import { Button } from '../../ui/form/button.tsx'
import { InlineCode, Stack } from '../../ui/layout/text.tsx'
import { Dialog, DialogActions } from '../../ui/overlay/dialog.tsx'
import type { NamedCall } from './code-parts.ts'
import { CodeSample } from './code-sample.tsx'

const Does = styled.h3`
  font-size: 13px;
  font-weight: 500;
`

interface CodeDialogProps {
  isOpen: boolean
  onClose: () => void
  calls: readonly NamedCall[]
}

/** Calls in each language, with the key by the name of a variable alone. */
export const CodeDialog = ({ isOpen, onClose, calls }: CodeDialogProps) => (
  <Dialog
    isOpen={isOpen}
    onClose={onClose}
    isWide
    focusesItself
    title={t('Copy as code')}
    text={<Trans id="An API key of yours goes into <code>UTTER_KEY</code>." components={{ code: <InlineCode /> }} />}
  >
    {calls.map(({ does, call }) => (
      <Stack key={does} $gap={8}>
        <Does>{does}</Does>
        <CodeSample call={call} />
      </Stack>
    ))}
    <DialogActions>
      <Button onClick={onClose}>{t('Close')}</Button>
    </DialogActions>
  </Dialog>
)
