import { useQueryClient } from '@tanstack/react-query'
import { OwnVoiceView } from '@utter/contracts/http/voices'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { t } from '../../lib/language/words.ts'
import { request } from '../../lib/server/http.ts'
import { toast } from '../../lib/toasts.ts'
import { accountChanged } from '../session/me.ts'
import { useFormWrite } from '../session/use-write.ts'
import { ownVoicesQuery } from '../voices/queries.ts'

interface AddVoiceOptions<Values extends FieldValues, Body> {
  // biome-ignore lint/suspicious/noExplicitAny: the form's context, of which nobody has one.
  form: UseFormReturn<Values, any, Body>
  onBusy: (isBusy: boolean) => void
  onClose: () => void
}

/** A form whose body becomes an own voice; one that the account has already gets the new name. */
export function useAddVoice<Values extends FieldValues, Body>({
  form,
  onBusy,
  onClose,
}: AddVoiceOptions<Values, Body>) {
  const client = useQueryClient()
  return useFormWrite({
    form,
    send: async (body: Body) => {
      onBusy(true)
      const answer = await request('POST', '/api/voices/mine', { body }).finally(() => onBusy(false))
      return OwnVoiceView.parse(answer)
    },
    onDone: (added) => {
      client.setQueryData(ownVoicesQuery.queryKey, (voices) => [
        ...(voices ?? []).filter(({ id }) => id !== added.id),
        added,
      ])
      toast({ title: t('Voice added'), text: added.name })
      onClose()
      return accountChanged(client)
    },
    fallback: t('Failed to process request'),
  })
}
