import { paths } from '@utter/contracts/screens'
import { t } from '../../lib/language/words.ts'
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
    title={t('No jobs found')}
    text={t('Try adjusting your filters')}
    action={
      isVisitor ? (
        <LogInInvitation />
      ) : onClear ? (
        <Button onClick={onClear}>{t('Clear filters')}</Button>
      ) : (
        <LinkButton to={paths.playground}>{t('Open API Playground')}</LinkButton>
      )
    }
  />
)
