import { zodResolver } from '@hookform/resolvers/zod'
import { LogIn } from '@utter/contracts/http/account/account'
import { useForm } from 'react-hook-form'
import { checkedField } from '../../lib/checked-field.ts'
import { t } from '../../lib/language/words.ts'
import { Field } from '../../ui/form/field.tsx'
import { Input } from '../../ui/form/input.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { FormAlert } from '../../ui/layout/failure-note.tsx'
import { AuthForm } from './auth-card.tsx'
import { useSignIn, welcomeBack } from './use-sign-in.ts'

/** @param onCodeNeeded takes the ticket of a right password, where a code is to follow */
export function LogInForm({ onCodeNeeded }: { onCodeNeeded: (ticket: string) => void }) {
  const form = useForm({ resolver: zodResolver(LogIn), defaultValues: { email: '', password: '' } })
  const logIn = useSignIn({
    path: '/api/auth/login',
    welcome: welcomeBack,
    failure: { title: t('Login failed'), text: t('Invalid email or password') },
    onCodeNeeded,
  })
  const { errors } = form.formState
  return (
    <AuthForm noValidate onInput={logIn.reset} onSubmit={form.handleSubmit((values) => logIn.mutate(values))}>
      <Field label={t('Email')} error={errors.email?.message}>
        {(parts) => <Input type="email" autoComplete="email" {...parts} {...checkedField(form, 'email')} />}
      </Field>
      <Field label={t('Password')} error={errors.password?.message}>
        {(parts) => <PasswordInput autoComplete="current-password" {...parts} {...checkedField(form, 'password')} />}
      </Field>
      {logIn.refusal && <FormAlert>{logIn.refusal}</FormAlert>}
      <SubmitButton isFull isBusy={logIn.isPending} busyText={t('Logging in...')} secondsLeft={logIn.secondsLeft}>
        {t('Log In')}
      </SubmitButton>
    </AuthForm>
  )
}
