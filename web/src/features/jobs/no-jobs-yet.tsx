import { paths } from '@utter/contracts/screens'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

export const NoJobsYet = ({ isVisitor }: { isVisitor: boolean }) => (
  <EmptyState
    title="No jobs yet"
    text="Jobs will appear here when processed"
    action={
      isVisitor ? (
        <>
          <p>Log in to see the jobs of your account.</p>
          <LinkButton to={paths.logIn}>Log In</LinkButton>
        </>
      ) : (
        <LinkButton to={paths.playground}>Open API Playground</LinkButton>
      )
    }
  />
)
