import { Check, Copy } from 'lucide-react'
import styled from 'styled-components'
import { useCopy } from '../../lib/hooks/use-copy.ts'
import { t } from '../../lib/language/words.ts'
import { Button } from '../../ui/form/button.tsx'
import { Input } from '../../ui/form/input.tsx'
import { Row } from '../../ui/layout/text.tsx'

const Link = styled(Input)`
  flex: 1;
  min-width: 0;
  text-overflow: ellipsis;
`

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true }

/** The link to send to friends: a click into it takes all of it. */
export function CopyLink({ url }: { url: string }) {
  const { isCopied, copy } = useCopy()
  return (
    <Row>
      <Link
        $isMono
        readOnly
        aria-label={t('Referral link')}
        value={url}
        onFocus={({ target }: { target: HTMLInputElement }) => target.select()}
      />
      <Button onClick={() => copy(url)}>
        {isCopied ? <Check {...icon} color="var(--completed)" /> : <Copy {...icon} />}
        {isCopied ? t('Copied!') : t('Copy')}
      </Button>
    </Row>
  )
}
