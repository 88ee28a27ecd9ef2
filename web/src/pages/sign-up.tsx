import { useQuery } from '@tanstack/react-query'
import { paths } from '@utter/contracts/screens'
import { Navigate, useSearchParams } from 'react-router-dom'
import { plansQuery } from '../features/plans/queries.ts'
import { AuthCard } from '../features/session/auth-card.tsx'
import { useMe } from '../features/session/me.ts'
import { nextPath, referralCodeOf, withKept } from '../features/session/next-path.ts'
import { SignUpForm } from '../features/session/sign-up-form.tsx'
import { t } from '../lib/language/words.ts'
import { titles } from '../titles.ts'
import { TextLink } from '../ui/layout/text.tsx'

export function SignUpPage() {
  const me = useMe()
  const plans = useQuery(plansQuery)
  const [search] = useSearchParams()
  if (me.data) return <Navigate to={nextPath(search)} replace />
  const free = plans.data?.find(({ name }) => name === 'free')
  return (
    <AuthCard
      {...titles[paths.signUp]}
      subtitle={free ? t('{apiCallsLimit} free calls every month', { apiCallsLimit: free.apiCallsLimit }) : ''}
      below={
        <>
          By creating an account you agree to the <TextLink to={paths.terms}>{t('Terms of Service')}</TextLink>. What
          you may do with the audio stands in the <TextLink to={paths.license}>{t('License')}</TextLink>.
          <br />
          Have an account? <TextLink to={withKept(paths.logIn, search)}>{t('Log in')}</TextLink>
        </>
      }
    >
      <SignUpForm referralCode={referralCodeOf(search)} />
    </AuthCard>
  )
}
