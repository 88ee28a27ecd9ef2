import { Copy, Download } from 'lucide-react'
import styled from 'styled-components'
import { saveBlob } from '../../lib/browser/save-answer.ts'
import { useCopy } from '../../lib/hooks/use-copy.ts'
import { t } from '../../lib/language/words.ts'
import { mono } from '../../theme.ts'
import { Button } from '../../ui/form/button.tsx'
import { Stack } from '../../ui/layout/text.tsx'
import { DialogActions } from '../../ui/overlay/dialog.tsx'

const List = styled.ul`
  ${mono}
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(168px, 100%), 1fr));
  gap: 4px 16px;
  padding: 12px 16px;
  border: 1px solid var(--line);
  border-radius: var(--r-3);
  background: var(--sunken);
  li { line-height: 24px; }
`

interface ShownRecoveryCodesProps {
  codes: string[]
  onDone: () => void
}

/** Recovery codes, in the only place where they are ever shown. */
export function ShownRecoveryCodes({ codes, onDone }: ShownRecoveryCodesProps) {
  const { isCopied, copy } = useCopy()
  const text = `${codes.join('\n')}\n`
  const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true }
  return (
    <Stack>
      <List aria-label={t('Recovery codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </List>
      <DialogActions>
        <Button onClick={() => copy(text)}>
          <Copy {...icon} />
          {isCopied ? t('Copied!') : t('Copy')}
        </Button>
        <Button onClick={() => saveBlob(new Blob([text], { type: 'text/plain' }), 'utter-recovery-codes.txt')}>
          <Download {...icon} />
          {t('Download')}
        </Button>
        <Button look="primary" onClick={onDone}>
          {t('I have kept them')}
        </Button>
      </DialogActions>
    </Stack>
  )
}
