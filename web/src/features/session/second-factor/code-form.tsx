import { zodResolver } from '@hookform/resolvers/zod'
import { LogInWithCode } from '@utter/contracts/http/account/totp'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import styled from 'styled-components'
import { checkedField } from '../../../lib/checked-field.ts'
import { t } from '../../../lib/language/words.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Input } from '../../../ui/form/input.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { FormAlert } from '../../../ui/layout/failure-note.tsx'
import { AuthForm } from '../auth-card.tsx'
import { LinkLike } from '../forgotten-password.tsx'
import { useSignIn, welcomeBack } from '../use-sign-in.ts'

const Other = styled.div`
  margin-top: 12px;
  font-size: 13px;
  text-align: center;
`

/** The second step of a login. @param ticket of the first, which a wrong code leaves as it is */
export function CodeForm({ ticket }: { ticket: string }) {
  const [isRecovery, setIsRecovery] = useState(false)
  const form = useForm({ resolver: zodResolver(LogInWithCode), defaultValues: { ticket, code: '' } })
  const logIn = useSignIn({
    path: '/api/auth/login/second-factor',
    welcome: welcomeBack,
    failure: { title: t('Login failed'), text: t('This code is not valid') },
    onRefused: () => form.setFocus('code', { shouldSelect: true }),
  })
  const change = () => {
    setIsRecovery(!isRecovery)
    logIn.reset()
    form.resetField('code')
    form.setFocus('code')
  }
  const kind = isRecovery
    ? { label: t('Recovery code'), hint: t('It is good for one login.'), autoComplete: 'off' }
    : { label: t('Code'), hint: t('Six digits, from your authenticator app'), autoComplete: 'one-time-code' }
  return (
    <>
      <AuthForm noValidate onInput={logIn.reset} onSubmit={form.handleSubmit((values) => logIn.mutate(values))}>
        <Field label={kind.label} hint={kind.hint} error={form.formState.errors.code?.message}>
          {(parts) => (
            <Input
              $isMono
              autoFocus
              autoComplete={kind.autoComplete}
              inputMode={isRecovery ? 'text' : 'numeric'}
              autoCapitalize="none"
              spellCheck={false}
              {...parts}
              {...checkedField(form, 'code')}
            />
          )}
        </Field>
        {logIn.refusal && <FormAlert>{logIn.refusal}</FormAlert>}
        <SubmitButton isFull isBusy={logIn.isPending} busyText={t('Logging in...')} secondsLeft={logIn.secondsLeft}>
          {t('Log In')}
        </SubmitButton>
      </AuthForm>
      <Other>
        <LinkLike type="button" onClick={change}>
          {isRecovery ? t('Use the authenticator app') : t('Use a recovery code')}
        </LinkLike>
      </Other>
    </>
  )
}
