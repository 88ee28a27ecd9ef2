import { zodResolver } from '@hookform/resolvers/zod'
import { SignUp } from '@utter/contracts/http/account/account'
import { useForm, useWatch } from 'react-hook-form'
import { checkedField, showRefused } from '../../lib/checked-field.ts'
import { pageLanguage } from '../../lib/language/page-language.ts'
import { t } from '../../lib/language/words.ts'
import { Field } from '../../ui/form/field.tsx'
import { Input } from '../../ui/form/input.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { AuthForm } from './auth-card.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { useSignIn } from './use-sign-in.ts'

export function SignUpForm({ referralCode }: { referralCode: string }) {
  const form = useForm({
    resolver: zodResolver(SignUp),
    defaultValues: { username: '', email: '', password: '', referralCode },
  })
  const signUp = useSignIn({
    path: '/api/auth/signup',
    welcome: ({ apiCallsLimit }) => ({
      title: t('Account created!'),
      text: t('You have {count} free calls', { count: apiCallsLimit }),
    }),
    failure: { title: t('Signup failed'), text: t('Unable to create account') },
    onRefused: (error) => showRefused(form, error),
  })
  const { errors } = form.formState
  // Without one mails come in English.
  const language = pageLanguage()
  const ofMails = language === 'en' ? {} : { language }
  return (
    <AuthForm
      noValidate
      onSubmit={form.handleSubmit(({ referralCode: code, ...values }) =>
        // An empty code is none.
        signUp.mutate({ ...values, ...ofMails, ...(code && { referralCode: code }) }),
      )}
    >
      <Field label={t('Username')} error={errors.username?.message}>
        {(parts) => <Input autoComplete="username" {...parts} {...checkedField(form, 'username')} />}
      </Field>
      <Field label={t('Email')} error={errors.email?.message}>
        {(parts) => <Input type="email" autoComplete="email" {...parts} {...checkedField(form, 'email')} />}
      </Field>
      <NewPasswordField
        label={t('Password')}
        value={useWatch({ control: form.control, name: 'password' })}
        error={errors.password?.message}
        register={() => checkedField(form, 'password')}
      />
      <Field
        label={t('Referral code (optional)')}
        hint={t('From your invitation link')}
        error={errors.referralCode?.message}
      >
        {(parts) => <Input autoComplete="off" spellCheck={false} {...parts} {...checkedField(form, 'referralCode')} />}
      </Field>
      <SubmitButton
        isFull
        isBusy={signUp.isPending}
        busyText={signUp.isChecking ? t('Checking your browser…') : t('Creating account...')}
        secondsLeft={signUp.secondsLeft}
      >
        {t('Create account')}
      </SubmitButton>
    </AuthForm>
  )
}
