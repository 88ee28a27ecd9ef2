import { paths } from '@utter/contracts/screens'
import { t } from '../../../lib/language/words.ts'
import { LinkButton } from '../../../ui/form/button.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { LogInInvitation } from './log-in-invitation.tsx'

export const NoJobsYet = ({ isVisitor }: { isVisitor: boolean }) => (
  <EmptyState
    title={t('No jobs yet')}
    text={t('Jobs will appear here when processed')}
    action={isVisitor ? <LogInInvitation /> : <LinkButton to={paths.playground}>{t('Open API Playground')}</LinkButton>}
  />
)
