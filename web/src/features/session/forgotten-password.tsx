import { zodResolver } from '@hookform/resolvers/zod'
import { ForgotPassword } from '@utter/contracts/http/account/account'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import styled from 'styled-components'
import type * as z from 'zod/mini'
import { checkedField } from '../../lib/checked-field.ts'
import { msg, t } from '../../lib/language/words.ts'
import { HttpError, request } from '../../lib/server/http.ts'
import { messageIn } from '../../lib/server/message-in.ts'
import { Field } from '../../ui/form/field.tsx'
import { Input } from '../../ui/form/input.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { FormAlert } from '../../ui/layout/failure-note.tsx'
import { AuthForm } from './auth-card.tsx'
import { useFormWrite } from './use-write.ts'

const Frame = styled.div`
  margin-top: -12px;
  font-size: 13px;
  color: var(--fg-2);
  text-align: center;
  p { margin-top: 4px; }
  form { margin-top: 12px; text-align: left; }
`

/** A button that reads as a link. */
export const LinkLike = styled.button`
  min-height: 24px;
  padding: 0 4px;
  border: 0;
  background: none;
  color: var(--fg);
  font-weight: 500;
  text-decoration: underline;
  text-decoration-color: var(--line-strong);
  text-underline-offset: 3px;
  cursor: pointer;
  &:hover { text-decoration-color: currentColor; }
`

/** Where no mails are sent the operator makes the link. */
const withoutMails = msg(
  'This platform sends no mail. Ask its operator for a link: it lets you set a new password, once, within an hour.',
)

const sendsNoMails = (error: unknown) => error instanceof HttpError && error.problem?.code === 'no_mails'

/** A link for a new password, by mail. */
export function ForgottenPassword() {
  const [isOpen, setIsOpen] = useState(false)
  const [answer, setAnswer] = useState<string>()
  const id = useId()
  return (
    <Frame>
      <LinkLike type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
        {t('Forgot your password?')}
      </LinkLike>
      <div id={id} hidden={!isOpen}>
        <p role="status">{answer}</p>
        {isOpen && answer === undefined && <AskForLink onAnswer={setAnswer} />}
      </div>
    </Frame>
  )
}

interface AskForLinkProps {
  /** Takes the sentence that is shown in its place. */
  onAnswer: (sentence: string) => void
}

function AskForLink({ onAnswer }: AskForLinkProps) {
  const form = useForm({ resolver: zodResolver(ForgotPassword), defaultValues: { email: '' } })
  const ask = useFormWrite({
    form,
    send: async (body: z.infer<typeof ForgotPassword>) =>
      messageIn(await request('POST', '/api/auth/forgot-password', { body })),
    onDone: onAnswer,
    onRefused: (error) => sendsNoMails(error) && onAnswer(t(withoutMails)),
    fallback: t('Failed to process request'),
  })
  return (
    <AuthForm {...ask.form}>
      <Field label={t('Email of your account')} error={form.formState.errors.email?.message}>
        {(parts) => <Input type="email" autoComplete="email" autoFocus {...parts} {...checkedField(form, 'email')} />}
      </Field>
      {ask.alert && <FormAlert>{ask.alert}</FormAlert>}
      <SubmitButton isFull isBusy={ask.isPending} busyText={t('Sending...')} secondsLeft={ask.secondsLeft}>
        {t('Send me a link')}
      </SubmitButton>
    </AuthForm>
  )
}
