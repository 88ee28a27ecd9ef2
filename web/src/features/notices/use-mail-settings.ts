import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { NoticeKind } from '@utter/contracts/http/notices/notice'
import { type MailSetting, MailSettings, type SetMailSettings } from '@utter/contracts/http/notices/views'
import { t } from '../../lib/language/words.ts'
import { request } from '../../lib/server/http.ts'
import { toastRefusal } from '../session/toast-refusal.ts'
import { mailSettingsQuery } from './queries.ts'

/** How a notice is told: by mail or to the webhook. */
export type NoticeWay = 'isMailed' | 'isSentToWebhook'
export interface MailChange {
  kind: NoticeKind
  way: NoticeWay
  isOn: boolean
}

const { queryKey } = mailSettingsQuery
const mutationKey = ['mail-settings']

const kindsWithout = (settings: MailSettings, isOut: (setting: MailSetting) => boolean) =>
  settings.kinds.filter(isOut).map(({ kind }) => kind)

const change = (settings: MailSettings, { kind, way, isOn }: MailChange): MailSettings => ({
  ...settings,
  kinds: settings.kinds.map((setting) => (setting.kind === kind ? { ...setting, [way]: isOn } : setting)),
})

const showChange = (client: QueryClient, made: MailChange) =>
  client.setQueryData(queryKey, (shown) => shown && change(shown, made))

/** The server takes the lists as a whole. */
async function send(settings: MailSettings): Promise<MailSettings> {
  const body: SetMailSettings = {
    withoutMail: kindsWithout(settings, ({ isOptional, isMailed }) => isOptional && !isMailed),
    withoutWebhook: kindsWithout(
      settings,
      ({ webhookType, isSentToWebhook }) => webhookType !== null && !isSentToWebhook,
    ),
  }
  return MailSettings.parse(await request('PUT', '/api/settings/notifications', { body }))
}

/** A function that shows a change at once and saves it; one that is refused is taken back, and a toast says why. */
export function useChangeMailSettings(): (made: MailChange) => void {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationKey,
    // After each other: each sends what is shown by then, without what was refused before it.
    scope: { id: 'mail-settings' },
    mutationFn: async (_made: MailChange) => {
      const shown = client.getQueryData(queryKey)
      if (!shown) throw new Error('The settings were not read')
      return send(shown)
    },
    onMutate: (made) => void showChange(client, made),
    onSuccess: (saved) => {
      // The answer to an earlier change does not know the later one.
      if (client.isMutating({ mutationKey }) === 1) client.setQueryData(queryKey, saved)
    },
    onError: (error, made) => {
      showChange(client, { ...made, isOn: !made.isOn })
      toastRefusal(error, t('Unable to change the notifications'))
    },
  })
  return mutate
}

/** A function that ends the mails of a kind, of the settings as the server has them now. */
export function useUnsubscribe(): (kind: NoticeKind) => Promise<MailSettings> {
  const client = useQueryClient()
  return async (kind) => {
    const present = await client.fetchQuery({ ...mailSettingsQuery, staleTime: 0 })
    const saved = await send(change(present, { kind, way: 'isMailed', isOn: false }))
    client.setQueryData(queryKey, saved)
    return saved
  }
}
