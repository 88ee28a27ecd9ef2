import { useQueryClient } from '@tanstack/react-query'
import { paths } from '@utter/contracts/screens'
import { useEffect } from 'react'
import { t } from '../../lib/language/words.ts'
import { toast } from '../../lib/toasts.ts'
import { webhookDisabledEvents } from '../jobs/live/account-events.ts'
import { readAccountAgain } from '../session/me.ts'
import { disabledReasonLabels } from './disabled-reason-labels.ts'

/** Reports on every screen that the account's webhook was disabled, and reads its data again; once, in the shell. */
export function useWebhookDisabled(): void {
  const client = useQueryClient()
  useEffect(
    () =>
      webhookDisabledEvents.on(({ reason }) => {
        toast({
          title: t('Webhook disabled'),
          text: t(disabledReasonLabels[reason]),
          isDestructive: true,
          action: { label: t('Open webhook'), to: `${paths.account}#webhook` },
        })
        void readAccountAgain(client)
      }),
    [client],
  )
}
