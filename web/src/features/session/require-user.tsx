import { paths } from '@utter/contracts/screens'
import { type ReactNode, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useMe } from './me.ts'
import { logInFor } from './next-path.ts'

interface RequireUserProps {
  /** Shown until it is known who is signed in. */
  waiting: ReactNode
  children: ReactNode
}

/** Shows its content to a signed-in person; anyone else goes to the login, and comes back after it. */
export function RequireUser({ waiting, children }: RequireUserProps) {
  const me = useMe()
  const { pathname, search, hash } = useLocation()
  // After a log-out there is nothing to come back to.
  const [wasSignedIn, setWasSignedIn] = useState(false)
  if (me.data && !wasSignedIn) setWasSignedIn(true)
  if (me.isPending) return waiting
  if (!me.data) return <Navigate to={wasSignedIn ? paths.logIn : logInFor(`${pathname}${search}${hash}`)} replace />
  return children
}
