import { useMutation } from '@tanstack/react-query'
import { WebhookTested } from '@utter/contracts/http/webhooks'
import { useIntent } from '../../lib/intents.ts'
import { t } from '../../lib/language/words.ts'
import { request } from '../../lib/server/http.ts'
import { Button } from '../../ui/form/button.tsx'
import { Row, Sub } from '../../ui/layout/text.tsx'
import { toastRefusal } from '../session/toast-refusal.ts'
import { AnswerBadge } from './delivery-badge.tsx'

/** Sends a signed test at once, and shows its result. */
export function TestLine() {
  const test = useMutation({
    mutationFn: async () => WebhookTested.parse(await request('POST', '/api/settings/webhook/test')),
    onError: (error) => toastRefusal(error, t('Failed to process request')),
  })
  useIntent('test-webhook', test.mutate)
  return (
    <>
      <Row $gap={8} role="status">
        {test.data ? (
          <>
            <AnswerBadge status={test.data.status} />
            <Sub>{test.data.error ?? `${test.data.ms} ms`}</Sub>
          </>
        ) : (
          <Sub>{t('Not sent yet')}</Sub>
        )}
      </Row>
      <Button isSmall isBusy={test.isPending} onClick={() => test.mutate()}>
        {t('Send test')}
      </Button>
    </>
  )
}
