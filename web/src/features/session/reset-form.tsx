import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { ResetPassword } from '@utter/contracts/http/account/account'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { checkedField } from '../../lib/checked-field.ts'
import { t } from '../../lib/language/words.ts'
import { request } from '../../lib/server/http.ts'
import { messageIn } from '../../lib/server/message-in.ts'
import { toast } from '../../lib/toasts.ts'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { FormAlert } from '../../ui/layout/failure-note.tsx'
import { AuthForm } from './auth-card.tsx'
import { becomeUser, readMe, useMe } from './me.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { useFormWrite } from './use-write.ts'

const NewPassword = z.pick(ResetPassword, { password: true })

interface ResetFormProps {
  /** The token of the link. */
  token: string
  onDone: () => void
}

/** A new password in place of a forgotten one. */
export function ResetForm({ token, onDone }: ResetFormProps) {
  const client = useQueryClient()
  const me = useMe()
  const form = useForm({ resolver: zodResolver(NewPassword), defaultValues: { password: '' } })
  const reset = useFormWrite({
    form,
    send: async ({ password }: z.infer<typeof NewPassword>) => {
      const message = messageIn(await request('POST', '/api/auth/reset-password', { body: { token, password } }))
      // The account's sessions have ended; one that this browser has may be among them.
      if (me.data || me.isPending) {
        const now = await readMe(client).catch(() => null)
        becomeUser(client, now?.user ?? null)
      }
      return message
    },
    onDone: (message) => {
      toast({ title: t('Success!'), text: message })
      onDone()
    },
    fallback: t('Failed to process request'),
  })
  return (
    <AuthForm {...reset.form}>
      <NewPasswordField
        label={t('New password')}
        value={useWatch({ control: form.control, name: 'password' })}
        error={form.formState.errors.password?.message}
        register={() => checkedField(form, 'password')}
      />
      {reset.alert && <FormAlert>{reset.alert}</FormAlert>}
      <SubmitButton isFull isBusy={reset.isPending} busyText={t('Saving...')} secondsLeft={reset.secondsLeft}>
        {t('Set new password')}
      </SubmitButton>
    </AuthForm>
  )
}
