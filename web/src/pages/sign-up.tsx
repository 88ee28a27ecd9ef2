import { useQuery } from '@tanstack/react-query'
import { paths } from '@utter/contracts/screens'
import { Navigate, useSearchParams } from 'react-router-dom'
import { plansQuery } from '../features/plans/queries.ts'
import { AuthCard } from '../features/session/auth-card.tsx'
import { useMe } from '../features/session/me.ts'
import { nextPath, referralCodeOf, withKept } from '../features/session/next-path.ts'
import { SignUpForm } from '../features/session/sign-up-form.tsx'
import { Trans } from '../lib/language/trans.tsx'
import { t } from '../lib/language/words.ts'
import { screenTitle } from '../titles.ts'
import { TextLink } from '../ui/layout/text.tsx'

export function SignUpPage() {
  const me = useMe()
  const plans = useQuery(plansQuery)
  const [search] = useSearchParams()
  if (me.data) return <Navigate to={nextPath(search)} replace />
  const free = plans.data?.find(({ name }) => name === 'free')
  return (
    <AuthCard
      {...screenTitle(paths.signUp)}
      subtitle={free ? t('{count} free calls every month', { count: free.apiCallsLimit }) : ''}
      below={
        <>
          <Trans
            id="By creating an account you agree to the <terms>Terms of Service</terms>. What you may do with the audio stands in the <license>License</license>."
            components={{ terms: <TextLink to={paths.terms} />, license: <TextLink to={paths.license} /> }}
          />
          <br />
          <Trans
            id="Have an account? <logIn>Log in</logIn>"
            components={{ logIn: <TextLink to={withKept(paths.logIn, search)} /> }}
          />
        </>
      }
    >
      <SignUpForm referralCode={referralCodeOf(search)} />
    </AuthCard>
  )
}
