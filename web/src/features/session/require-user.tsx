import { paths } from '@utter/contracts/screens'
import { type ReactNode, useRef } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useMe } from './me.ts'
import { logInFor } from './next-path.ts'

/** Shows its content to a signed-in person; anyone else goes to the login, and comes back after it. */
export function RequireUser({ children }: { children: ReactNode }) {
  const me = useMe()
  const { pathname } = useLocation()
  const wasSignedIn = useRef(false)
  if (me.isPending) return null
  if (!me.data) return <Navigate to={wasSignedIn.current ? paths.logIn : logInFor(pathname)} replace />
  wasSignedIn.current = true
  return children
}
