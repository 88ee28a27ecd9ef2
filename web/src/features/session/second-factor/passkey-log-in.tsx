import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import styled from 'styled-components'
import { t } from '../../../lib/language/words.ts'
import { sentenceOf } from '../../../lib/server/http.ts'
import { toastError } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/form/button.tsx'
import { useSignIn, welcomeBack } from '../use-sign-in.ts'
import { askForPasskey, hasPasskeys, noPasskey } from './passkeys.ts'

const Place = styled.div`
  display: grid;
  margin-top: 12px;
`

/** A login without an email: the browser offers the passkeys that it has for this platform. */
export function PasskeyLogIn() {
  const [isAsking, setIsAsking] = useState(false)
  const signIn = useSignIn({
    path: '/api/auth/login/passkey',
    welcome: welcomeBack,
    failure: { title: t('Login failed'), text: t(noPasskey) },
  })
  if (!hasPasskeys()) return null
  const ask = async () => {
    setIsAsking(true)
    try {
      signIn.mutate({ passkey: await askForPasskey('/api/auth/login/passkey/options') })
    } catch (error) {
      toastError(t('Login failed'), sentenceOf(error, t(noPasskey)))
    } finally {
      setIsAsking(false)
    }
  }
  return (
    <Place>
      <Button isFull isBusy={isAsking || signIn.isPending} disabled={signIn.secondsLeft > 0} onClick={ask}>
        <KeyRound size={16} strokeWidth={1.75} aria-hidden="true" />
        {t('Sign in with a passkey')}
      </Button>
    </Place>
  )
}
