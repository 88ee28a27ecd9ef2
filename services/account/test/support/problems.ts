import { problem } from '@utter/testing/problems'

export const tooManyAttempts = problem(429, 'Too many attempts, try again later', 'too_many_attempts')
/** The operator's, for an email that no account has. */
export const noSuchAccount = problem(404, 'No account has the email nobody@example.com', 'account_not_found')
