import { paths } from '@utter/contracts/screens'
import { t } from '../../../lib/language/words.ts'
import { LinkButton } from '../../../ui/form/button.tsx'

/** In an empty list of a visitor. */
export const LogInInvitation = () => (
  <>
    <p>{t('Log in to see the jobs of your account.')}</p>
    <LinkButton to={paths.logIn}>{t('Log In')}</LinkButton>
  </>
)
