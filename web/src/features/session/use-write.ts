import { type MutationKey, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { showRefused } from '../../lib/checked-field.ts'
import { useCountdown } from '../../lib/hooks/use-countdown.ts'
import { HttpError, sentenceOf } from '../../lib/server/http.ts'
import { withFreshSession } from './fresh-session.ts'

export interface WriteOptions<Input, Answer> {
  send: (input: Input) => Promise<Answer>
  onDone: (answer: Answer) => unknown
  onRefused?: (error: unknown) => void
  /** Shown where the server gave no sentence. */
  fallback: string
  /** By which others see that it is under way (`isMutating`). */
  mutationKey?: MutationKey | undefined
  /** Whether it may be sent again once it is done, from a place that stays. */
  isRepeatable?: boolean
}

/**
 * A change of the account, sent once: a second click does nothing, unless it was refused. Its input is not kept in the
 * cache, where a password or a key would outlive its form.
 */
export function useWrite<Input, Answer>({
  send,
  onDone,
  onRefused,
  fallback,
  mutationKey,
  isRepeatable = false,
}: WriteOptions<Input, Answer>) {
  const countdown = useCountdown()
  const sent = useRef<Promise<Answer>>(undefined)
  const { mutate, isPending, error, reset } = useMutation({
    ...(mutationKey && { mutationKey }),
    mutationFn: () => sent.current ?? Promise.reject(new Error('Nothing was sent')),
    onSuccess: (answer) => {
      if (isRepeatable) sent.current = undefined
      void onDone(answer)
    },
    onError: (refused) => {
      sent.current = undefined
      if (refused instanceof HttpError && refused.retryAfterSeconds) countdown.start(refused.retryAfterSeconds)
      onRefused?.(refused)
    },
  })
  return {
    write: (input: Input) => {
      if (sent.current) return
      sent.current = withFreshSession(() => send(input))
      mutate()
    },
    isPending,
    error,
    /** The server's sentence after a refusal, until `reset`. */
    refusal: error ? sentenceOf(error, fallback) : undefined,
    reset: () => error && reset(),
    secondsLeft: countdown.secondsLeft,
  }
}

interface FormWriteOptions<Values extends FieldValues, Input, Answer> extends WriteOptions<Input, Answer> {
  // biome-ignore lint/suspicious/noExplicitAny: the form's context, of which nobody has one.
  form: UseFormReturn<Values, any, Input>
  /** The field at which 'Invalid password' is shown. */
  passwordField?: Path<Values>
}

/**
 * The same from a form: a refusal is shown at the fields that it names, else above the buttons until a field changes.
 */
export function useFormWrite<Values extends FieldValues, Input, Answer>({
  form,
  passwordField,
  ...options
}: FormWriteOptions<Values, Input, Answer>) {
  const { write, error, refusal, reset, ...rest } = useWrite({
    ...options,
    onRefused: (refused) => {
      showRefused(form, refused)
      if (passwordField && isWrongPassword(refused))
        form.setError(passwordField, { message: sentenceOf(refused, options.fallback) }, { shouldFocus: true })
      options.onRefused?.(refused)
    },
  })
  const isAtField = namesAField(form.getValues(), error) || (passwordField !== undefined && isWrongPassword(error))
  return {
    ...rest,
    /** Submits the form with a passkey in the place of its password. The answer of a passkey is good once. */
    submitWithPasskey: async (passkey: object) => {
      const set = (name: string, value: unknown) => form.setValue(name as Path<Values>, value as never)
      set('password', undefined)
      set('passkey', passkey)
      await form.handleSubmit((input) => write(input))()
      set('password', '')
      set('passkey', undefined)
    },
    /** For the form itself. */
    form: { noValidate: true, onInput: reset, onSubmit: form.handleSubmit((input) => write(input)) },
    /** The refusal, where no one field is at fault. */
    alert: isAtField ? undefined : refusal,
  }
}

const isWrongPassword = (error: unknown) => error instanceof HttpError && error.problem?.code === 'invalid_password'

const namesAField = (values: object, error: unknown) =>
  error instanceof HttpError && error.problem?.details?.some(({ field }) => field in values) === true
