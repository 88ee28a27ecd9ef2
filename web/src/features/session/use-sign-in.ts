import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UserAnswer, type UserView } from '@utter/contracts/http/account'
import { HttpError, request, sentenceOf } from '../../lib/http.ts'
import { toast, toastError } from '../../lib/toasts.ts'
import { useCountdown } from '../../lib/use-countdown.ts'
import { becomeUser } from './me.ts'

interface SignInOptions {
  path: '/api/auth/login' | '/api/auth/signup'
  welcome: (user: UserView) => { title: string; text: string }
  failure: { title: string; text: string }
  onRefused?: (error: unknown) => void
}

/** Logging in and signing up end alike: a session, the user in the cache, one toast. */
export function useSignIn({ path, welcome, failure, onRefused }: SignInOptions) {
  const client = useQueryClient()
  const countdown = useCountdown()
  const mutation = useMutation({
    mutationFn: async (body: object) => UserAnswer.parse(await request('POST', path, { body })).user,
    onSuccess: (user) => {
      toast(welcome(user))
      becomeUser(client, user)
    },
    onError: (error) => {
      toastError(failure.title, sentenceOf(error, failure.text))
      if (error instanceof HttpError && error.retryAfterSeconds) countdown.start(error.retryAfterSeconds)
      onRefused?.(error)
    },
  })
  const { mutate, reset, isPending, error } = mutation
  return {
    mutate,
    isPending,
    /** The server's sentence after a refusal, until `reset`. */
    refusal: error ? sentenceOf(error, failure.text) : undefined,
    reset: () => error && reset(),
    secondsLeft: countdown.secondsLeft,
  }
}
