import { paths } from '@utter/contracts/screens'
import { t } from '../../lib/language/words.ts'
import { HttpError, isUnauthorized, sentenceOf } from '../../lib/server/http.ts'
import { toast } from '../../lib/toasts.ts'
import { logInFor } from './next-path.ts'

/** The codes of refusals that another plan does not have. */
const ofPlan = /^(call|chat|free)_limit_|_for_plan$|^plan_required$/

/**
 * A refused action: the server's sentence, else the screen's. Where the session has ended it leads to the login and back, where the plan is
 * used up to the plans.
 */
export function toastRefusal(error: unknown, fallback: string): void {
  const { pathname, search } = location
  const code = error instanceof HttpError && error.problem?.code
  toast({
    title: t('Error'),
    text: sentenceOf(error, fallback),
    isDestructive: true,
    ...(isUnauthorized(error) && { action: { label: t('Log in'), to: logInFor(pathname + search) } }),
    ...(code && ofPlan.test(code) && { action: { label: t('See plans'), to: paths.pricing } }),
  })
}
