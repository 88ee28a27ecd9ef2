import { paths } from '@utter/contracts/screens'
import { Suspense, useEffect, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { AuthCard } from '../features/session/auth-card.tsx'
import { ForgottenPassword, LinkLike } from '../features/session/forgotten-password.tsx'
import { LogInForm } from '../features/session/log-in-form.tsx'
import { forgetResetToken, readResetToken } from '../features/session/mailed-tokens.ts'
import { useMe } from '../features/session/me.ts'
import { nextPath, withKept } from '../features/session/next-path.ts'
import { clearNotice, useNotice } from '../features/session/notice.ts'
import { ResetForm } from '../features/session/reset-form.tsx'
import { PasskeyLogIn } from '../features/session/second-factor/passkey-log-in.tsx'
import { Trans } from '../lib/language/trans.tsx'
import { t } from '../lib/language/words.ts'
import { lazyView } from '../lib/lazy-view.tsx'
import { screenTitle } from '../titles.ts'
import { Banner } from '../ui/layout/banner.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { TextLink } from '../ui/layout/text.tsx'

const codeForm = lazyView(async () => (await import('../features/session/second-factor/code-form.tsx')).CodeForm)

export function LogInPage() {
  const me = useMe()
  const [search] = useSearchParams()
  const [resetToken, setResetToken] = useState(readResetToken)
  const [ticket, setTicket] = useState<string>()
  const notice = useNotice()
  useEffect(() => clearNotice, [])

  if (resetToken !== undefined) {
    const leave = () => {
      forgetResetToken()
      setResetToken(undefined)
    }
    return (
      <AuthCard
        title={t('New password')}
        subtitle={t('It ends every session of your account')}
        below={
          <LinkLike type="button" onClick={leave}>
            {t('Back to Log In')}
          </LinkLike>
        }
      >
        <ResetForm token={resetToken} onDone={leave} />
      </AuthCard>
    )
  }
  if (me.data) return <Navigate to={nextPath(search)} replace />
  if (ticket !== undefined) {
    return (
      <AuthCard
        title={t('Log In')}
        subtitle={t('One more step')}
        below={
          <LinkLike type="button" onClick={() => setTicket(undefined)}>
            {t('Back to Log In')}
          </LinkLike>
        }
      >
        <Suspense fallback={<Skeleton $height={168} />}>
          <codeForm.View ticket={ticket} />
        </Suspense>
      </AuthCard>
    )
  }
  return (
    <AuthCard
      {...screenTitle(paths.logIn)}
      notice={notice && <Banner tone="plain">{notice}</Banner>}
      below={
        <Trans
          id="New here? <signUp>Sign up</signUp>"
          components={{ signUp: <TextLink to={withKept(paths.signUp, search)} /> }}
        />
      }
      aside={<ForgottenPassword />}
    >
      <LogInForm onCodeNeeded={setTicket} />
      <PasskeyLogIn />
    </AuthCard>
  )
}
