import { paths } from '@utter/contracts/screens'
import { Navigate, useSearchParams } from 'react-router-dom'
import { AuthCard } from '../features/session/auth-card.tsx'
import { LogInForm } from '../features/session/log-in-form.tsx'
import { useMe } from '../features/session/me.ts'
import { nextPath, withKept } from '../features/session/next-path.ts'
import { titles } from '../titles.ts'
import { TextLink } from '../ui/text.tsx'

export function LogInPage() {
  const me = useMe()
  const [search] = useSearchParams()
  if (me.data) return <Navigate to={nextPath(search)} replace />
  return (
    <AuthCard
      {...titles[paths.logIn]}
      below={
        <>
          New here? <TextLink to={withKept(paths.signUp, search)}>Sign up</TextLink>
        </>
      }
    >
      <LogInForm />
    </AuthCard>
  )
}
