import { paths } from '@utter/contracts/screens'
import { t } from '../../lib/language/words.ts'
import { CodeBlock } from '../../ui/data/code-block.tsx'
import { Button, LinkButton } from '../../ui/form/button.tsx'
import { CardBody } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'

const firstCall = (origin: string) => `curl ${origin}/api/stats -H "authorization: Bearer $UTTER_KEY"`

/** How to make the first one. */
export const NoRequests = () => (
  <>
    <EmptyState
      title={t('No requests yet')}
      text={t('Requests of your API keys stand here some seconds after they were answered, for 7 days.')}
      action={<LinkButton to={`${paths.account}#keys`}>{t('Go to API keys')}</LinkButton>}
    />
    <CardBody>
      <CodeBlock title="curl" text={firstCall(location.origin)} />
    </CardBody>
  </>
)

export const NoSuchRequest = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    title={t('Nothing found')}
    text={t('No request of the last 7 days is like that.')}
    action={<Button onClick={onClear}>{t('Clear filters')}</Button>}
  />
)
