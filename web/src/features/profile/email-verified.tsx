import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { request } from '../../lib/server/http.ts'
import { messageIn } from '../../lib/server/message-in.ts'
import { toast } from '../../lib/toasts.ts'
import { Button } from '../../ui/form/button.tsx'
import { useWrite } from '../session/use-write.ts'

const Note = styled.span`
  font-size: 13px;
  color: var(--fg-3);
`

interface EmailVerifiedProps {
  /** Null: not yet; undefined: not known. */
  at: string | null | undefined
}

/** Whether the address was verified; if not, the link is sent again. */
export function EmailVerified({ at }: EmailVerifiedProps) {
  const again = useWrite({
    send: async () => messageIn(await request('POST', '/api/auth/send-verification')),
    onDone: (text) => toast({ title: t('Sent'), text }),
    fallback: t('Failed to process request'),
  })
  if (at === undefined) return null
  if (at !== null) return <Note>{t('Verified')}</Note>
  return (
    <>
      <Note>{again.refusal ?? t('Not verified')}</Note>
      <Button isSmall isBusy={again.isPending} onClick={() => again.write(undefined)}>
        {t('Send the link')}
      </Button>
    </>
  )
}
