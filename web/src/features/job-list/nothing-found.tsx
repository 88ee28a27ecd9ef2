import { paths } from '@utter/contracts/screens'
import { Button, LinkButton } from '../../ui/form/button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { LogInInvitation } from '../jobs/rows/log-in-invitation.tsx'

interface NothingFoundProps {
  isVisitor: boolean
  /** Undefined when no filter is set. */
  onClear: (() => void) | undefined
}

export const NothingFound = ({ isVisitor, onClear }: NothingFoundProps) => (
  <EmptyState
    title="No jobs found"
    text="Try adjusting your filters"
    action={
      isVisitor ? (
        <LogInInvitation />
      ) : onClear ? (
        <Button onClick={onClear}>Clear filters</Button>
      ) : (
        <LinkButton to={paths.playground}>Open API Playground</LinkButton>
      )
    }
  />
)
