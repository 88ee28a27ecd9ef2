import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { UserAnswer, type UserView } from '@utter/contracts/http/account/user-view'
import { useRef, useState } from 'react'
import { useCountdown } from '../../lib/hooks/use-countdown.ts'
import { pageLanguage } from '../../lib/language/page-language.ts'
import { t } from '../../lib/language/words.ts'
import { HttpError, request, sentenceOf } from '../../lib/server/http.ts'
import { toast, toastError } from '../../lib/toasts.ts'
import { becomeUser, readMe } from './me.ts'
import { requestWithProof } from './proof/request-with-proof.ts'

interface SignInOptions {
  path: '/api/auth/login' | '/api/auth/login/second-factor' | '/api/auth/login/passkey' | '/api/auth/signup'
  welcome: (user: UserView) => { title: string; text: string }
  failure: { title: string; text: string }
  onRefused?: (error: unknown) => void
  /** Takes the ticket of a right password whose account asks for a code too. */
  onCodeNeeded?: (ticket: string) => void
}

export const welcomeBack = ({ username }: UserView) => ({
  title: t('Welcome back!'),
  text: t('Signed in as {username}', { username }),
})

/** An account that has chosen no language has mails in that of its screens; *Notifications* has another choice. */
async function askForMailsInPageLanguage(client: QueryClient, user: UserView): Promise<void> {
  const language = pageLanguage()
  if (user.language !== undefined || language === 'en') return
  try {
    await request('PUT', '/api/auth/language', { body: { language } })
    await readMe(client)
  } catch {
    // The next login asks again.
  }
}

/** Logging in and signing up end alike: a session, the user in the cache, one toast. */
export function useSignIn({ path, welcome, failure, onRefused, onCodeNeeded }: SignInOptions) {
  const client = useQueryClient()
  const countdown = useCountdown()
  const isSending = useRef(false)
  const [isChecking, setIsChecking] = useState(false)
  const mutation = useMutation({
    // The password goes with the form.
    gcTime: 0,
    mutationFn: async (body: object) => UserAnswer.parse(await requestWithProof(path, body, setIsChecking)).user,
    onSuccess: (user) => {
      toast(welcome(user))
      becomeUser(client, user)
      void askForMailsInPageLanguage(client, user)
    },
    onError: (error) => {
      isSending.current = false
      const ticket = error instanceof HttpError ? error.problem?.ticket : undefined
      if (ticket !== undefined && onCodeNeeded) return onCodeNeeded(ticket)
      toastError(failure.title, sentenceOf(error, failure.text))
      if (error instanceof HttpError && error.retryAfterSeconds) countdown.start(error.retryAfterSeconds)
      onRefused?.(error)
    },
  })
  const { mutate, reset, isPending, error } = mutation
  return {
    /** Sent once: a second click does nothing, unless it was refused. */
    mutate: (body: object) => {
      if (isSending.current) return
      isSending.current = true
      mutate(body)
    },
    isPending,
    /** A proof of work that was asked for takes long. */
    isChecking,
    /** The server's sentence after a refusal, until `reset`. */
    refusal: error ? sentenceOf(error, failure.text) : undefined,
    reset: () => error && reset(),
    secondsLeft: countdown.secondsLeft,
  }
}
