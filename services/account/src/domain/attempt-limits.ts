import type { Config } from '../config.ts'
import type { AttemptLimit } from '../store/attempts.ts'

export type Limits = Pick<Config, 'LOGIN_FAILURES_PER_NAME' | 'LOGIN_FAILURES_PER_ADDRESS' | 'SIGNUPS_PER_ADDRESS'>

const quarterSeconds = 15 * 60
const hourSeconds = 3_600
/** Wrong passwords for one name from wherever, after which guesses from new addresses have to pause. */
const failuresBeforePauses = 100
/** Names, addresses and codes that may be tried at a sign-up for each account that may be made. */
const guessesPerSignup = 5
/** Addresses of mail that an account may find taken in an hour. */
const takenEmails = 10

/** Whose wrong passwords are counted. No name is locked: an address has a count of its own, and where the name was before no other. */
export const loginLimits = (limits: Limits, name: string, network: string, isHome: boolean): AttemptLimit[] => [
  {
    what: 'login-name',
    who: [name, network],
    max: limits.LOGIN_FAILURES_PER_NAME,
    windowSeconds: quarterSeconds,
  },
  { what: 'login-address', who: [network], max: limits.LOGIN_FAILURES_PER_ADDRESS, windowSeconds: quarterSeconds },
  ...(isHome
    ? []
    : [
        {
          what: 'login-everywhere',
          who: [name],
          max: failuresBeforePauses,
          windowSeconds: quarterSeconds,
          pauses: true,
        },
      ]),
]

export const passwordLimit = (limits: Limits, userId: string): AttemptLimit => ({
  what: 'password',
  who: [userId],
  max: limits.LOGIN_FAILURES_PER_NAME,
  windowSeconds: quarterSeconds,
})

/** What tells an account whether an address of mail is taken. */
export const newEmailLimit = (userId: string): AttemptLimit => ({
  what: 'new-email',
  who: [userId],
  max: takenEmails,
  windowSeconds: hourSeconds,
})

export const signupLimit = (limits: Limits, network: string): AttemptLimit => ({
  what: 'signup',
  who: [network],
  max: limits.SIGNUPS_PER_ADDRESS,
  windowSeconds: hourSeconds,
})

/** What tells a visitor whether a name, an address of mail or a code exists. */
export const signupGuessLimit = (limits: Limits, network: string): AttemptLimit => ({
  what: 'signup-guess',
  who: [network],
  max: guessesPerSignup * limits.SIGNUPS_PER_ADDRESS,
  windowSeconds: hourSeconds,
})
