import { paths } from '@utter/contracts/screens'
import { LinkButton } from '../../../ui/form/button.tsx'

/** In an empty list of a visitor. */
export const LogInInvitation = () => (
  <>
    <p>Log in to see the jobs of your account.</p>
    <LinkButton to={paths.logIn}>Log In</LinkButton>
  </>
)
