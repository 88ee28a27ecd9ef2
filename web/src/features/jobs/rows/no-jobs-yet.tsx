import { paths } from '@utter/contracts/screens'
import { LinkButton } from '../../../ui/form/button.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { LogInInvitation } from './log-in-invitation.tsx'

export const NoJobsYet = ({ isVisitor }: { isVisitor: boolean }) => (
  <EmptyState
    title="No jobs yet"
    text="Jobs will appear here when processed"
    action={isVisitor ? <LogInInvitation /> : <LinkButton to={paths.playground}>Open API Playground</LinkButton>}
  />
)
