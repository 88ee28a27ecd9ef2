import { isUnauthorized, sentenceOf } from '../../lib/server/http.ts'
import { toast } from '../../lib/toasts.ts'
import { logInFor } from './next-path.ts'

/** A refused action: the server's sentence, else the screen's. Where the session has ended it leads to the login and back. */
export function toastRefusal(error: unknown, fallback: string): void {
  const { pathname, search } = location
  toast({
    title: 'Error',
    text: sentenceOf(error, fallback),
    isDestructive: true,
    ...(isUnauthorized(error) && { action: { label: 'Log in', to: logInFor(pathname + search) } }),
  })
}
