import { useMutation } from '@tanstack/react-query'
import { type WebhookSettings, WebhookTested } from '@utter/contracts/http/webhooks'
import { localTime } from '../../lib/format/times.ts'
import { useIntent } from '../../lib/intents.ts'
import { fromServer } from '../../lib/language/from-server.ts'
import { t } from '../../lib/language/words.ts'
import { request } from '../../lib/server/http.ts'
import { Button } from '../../ui/form/button.tsx'
import { Caption, Row, Stack, Sub } from '../../ui/layout/text.tsx'
import { toastRefusal } from '../session/toast-refusal.ts'
import { AnswerBadge } from './delivery-badge.tsx'

interface TestLineProps {
  /** The last test of this address. */
  last: WebhookSettings['lastTest']
}

/** Sends a signed test at once, and shows its result, or that of the last one. */
export function TestLine({ last }: TestLineProps) {
  const test = useMutation({
    mutationFn: async () => WebhookTested.parse(await request('POST', '/api/settings/webhook/test')),
    onError: (error) => toastRefusal(error, t('Failed to process request')),
  })
  useIntent('test-webhook', test.mutate)
  const shown = test.data ?? last
  return (
    <>
      <Stack $gap={2} role="status">
        {shown ? (
          <Row $gap={8}>
            <AnswerBadge status={shown.status} />
            <Sub>{shown.error === undefined ? `${shown.ms} ms` : fromServer(shown.error)}</Sub>
          </Row>
        ) : (
          <Sub>{t('Not sent yet')}</Sub>
        )}
        {!test.data && last && <Caption>{localTime(last.at)}</Caption>}
      </Stack>
      <Button isSmall isBusy={test.isPending} onClick={() => test.mutate()}>
        {t('Send test')}
      </Button>
    </>
  )
}
