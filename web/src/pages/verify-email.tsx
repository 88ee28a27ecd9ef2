import { useQueryClient } from '@tanstack/react-query'
import { paths } from '@utter/contracts/screens'
import { useState } from 'react'
import { AuthCard, AuthForm } from '../features/session/auth-card.tsx'
import { readEmailToken } from '../features/session/mailed-tokens.ts'
import { becomeUser, readMe, useMe } from '../features/session/me.ts'
import { useWrite } from '../features/session/use-write.ts'
import { t } from '../lib/language/words.ts'
import { request } from '../lib/server/http.ts'
import { messageIn } from '../lib/server/message-in.ts'
import { screenTitle } from '../titles.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { FormAlert } from '../ui/layout/failure-note.tsx'
import { TextLink } from '../ui/layout/text.tsx'

/** The end of the link that verifies an address. A click does it, since programs that look through mails follow links too. */
export function VerifyEmailPage() {
  const client = useQueryClient()
  const me = useMe()
  const [token] = useState(readEmailToken)
  const verify = useWrite({
    send: async () => messageIn(await request('POST', '/api/auth/verify-email', { body: { token: token ?? '' } })),
    // The account of this browser may be the one.
    onDone: async () => {
      if (me.data) becomeUser(client, (await readMe(client).catch(() => undefined))?.user ?? me.data)
      setIsDone(true)
    },
    fallback: t('Failed to process request'),
  })
  const [isDone, setIsDone] = useState(false)
  return (
    <AuthCard
      {...screenTitle(paths.verifyEmail)}
      below={<TextLink to={me.data ? paths.account : paths.logIn}>{me.data ? t('My Account') : t('Log In')}</TextLink>}
    >
      {isDone ? (
        <p role="status">{t('Your address is verified. Thank you.')}</p>
      ) : (
        <AuthForm
          onSubmit={(event) => {
            event.preventDefault()
            verify.write(undefined)
          }}
        >
          {verify.refusal && (
            <FormAlert>{`${verify.refusal}. ${t('A new link is sent from the profile in My Account.')}`}</FormAlert>
          )}
          <SubmitButton isFull isBusy={verify.isPending} busyText={t('Verifying...')} secondsLeft={verify.secondsLeft}>
            {t('Verify this address')}
          </SubmitButton>
        </AuthForm>
      )}
    </AuthCard>
  )
}
