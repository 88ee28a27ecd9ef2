import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { ConfirmTotp, RecoveryCodes, StartedTotp } from '@utter/contracts/http/account/totp'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import styled from 'styled-components'
import type * as z from 'zod/mini'
import { checkedField } from '../../lib/checked-field.ts'
import { t } from '../../lib/language/words.ts'
import { request } from '../../lib/server/http.ts'
import { mono } from '../../theme.ts'
import { CopyButton } from '../../ui/form/copy-button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Input } from '../../ui/form/input.tsx'
import { Caption, Row, Stack } from '../../ui/layout/text.tsx'
import { Dialog, DialogForm } from '../../ui/overlay/dialog.tsx'
import { DialogFoot } from '../../ui/overlay/dialog-foot.tsx'
import { accountChanged } from '../session/me.ts'
import { useFormWrite } from '../session/use-write.ts'
import { QrCode } from './qr-code.tsx'
import { ShownRecoveryCodes } from './recovery-codes.tsx'

/** In groups of four, as people type it; apps pass over the spaces. */
const Secret = styled.code`
  ${mono}
  overflow-wrap: anywhere;
`

/** A secret for an authenticator app, which its first code turns on. */
export const startApp = async () => StartedTotp.parse(await request('POST', '/api/auth/second-factor/totp'))

interface TurnOnAppDialogProps {
  started: z.infer<typeof StartedTotp>
  isOpen: boolean
  onClose: () => void
}

/** The secret for the app, its first code, and then the recovery codes, which its own button alone closes. */
export function TurnOnAppDialog({ started, isOpen, onClose }: TurnOnAppDialogProps) {
  const [codes, setCodes] = useState<string[]>()
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isBusy={codes !== undefined}
      title={codes ? t('Your recovery codes') : t('Turn on an authenticator app')}
      text={
        codes
          ? t('The app is on. Each of these codes stands in for it once, where it is lost. They are not shown again.')
          : t('Scan this with the app, and enter the code that it shows. From then on you log in with both.')
      }
    >
      {codes ? (
        <ShownRecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <FirstCode started={started} onCancel={onClose} onCodes={setCodes} />
      )}
    </Dialog>
  )
}

interface FirstCodeProps {
  started: z.infer<typeof StartedTotp>
  onCancel: () => void
  onCodes: (codes: string[]) => void
}

function FirstCode({ started: { uri, secret }, onCancel, onCodes }: FirstCodeProps) {
  const client = useQueryClient()
  const form = useForm({ resolver: zodResolver(ConfirmTotp), defaultValues: { code: '' } })
  const confirm = useFormWrite({
    form,
    send: async (body: z.infer<typeof ConfirmTotp>) =>
      RecoveryCodes.parse(await request('POST', '/api/auth/second-factor/totp/confirm', { body })).recoveryCodes,
    onDone: (codes) => {
      onCodes(codes)
      return accountChanged(client)
    },
    fallback: t('Failed to process request'),
  })
  return (
    <DialogForm {...confirm.form}>
      <QrCode text={uri} label={t('QR code of the secret')} />
      <Stack $gap={6}>
        <Caption id="totp-secret">{t('Or type this secret')}</Caption>
        <Row $isBetween>
          <Secret aria-labelledby="totp-secret">{secret.match(/.{1,4}/g)?.join(' ')}</Secret>
          <CopyButton label={t('Copy the secret')} text={() => secret} />
        </Row>
      </Stack>
      <Field label={t('Code')} hint={t('Six digits, from the app')} error={form.formState.errors.code?.message}>
        {(parts) => (
          <Input
            $isMono
            autoComplete="one-time-code"
            inputMode="numeric"
            spellCheck={false}
            {...parts}
            {...checkedField(form, 'code')}
          />
        )}
      </Field>
      <DialogFoot
        onCancel={onCancel}
        act={t('Turn on')}
        busyText={t('Turning on...')}
        state={confirm}
        refusal={confirm.alert}
      />
    </DialogForm>
  )
}
