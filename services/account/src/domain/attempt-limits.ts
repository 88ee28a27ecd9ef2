import type { CountedNetwork } from '@utter/http/network-of'
import type { User } from './user.ts'

/** A limit on attempts of one kind, in a window that begins with the first of them. */
export type AttemptLimit = {
  kind: string
  /** The name, network or account whose attempts are counted; stored as a hash. */
  subject: string[]
  max: number
  windowSeconds: number
  /** Past `max`, an attempt needs a pause since the last, twice as long each time. Each attempt restarts the window. */
  pauses?: boolean
}

/** The limits that the environment sets. */
export type Limits = Record<'LOGIN_FAILURES_PER_NAME' | 'LOGIN_FAILURES_PER_ADDRESS' | 'SIGNUPS_PER_ADDRESS', number>

const quarterSeconds = 15 * 60
const hourSeconds = 3_600
/** Wrong passwords for one name from all addresses, after which guesses from new ones have to pause. */
const failuresBeforePauses = 100
/** Mails with a link that one address gets in an hour, and that one network may ask for. */
const mailsPerHour = 3
const resetMailsPerNetwork = 20
/** Names, addresses and codes that may be tried at a sign-up for each account that may be made. */
const guessesPerSignup = 5
/** Emails that an account may find taken in an hour. */
const takenEmails = 10

/** The limit of one network, for each network that an address counts in. */
const byNetwork = (networks: CountedNetwork[], { subject, max, ...limit }: AttemptLimit): AttemptLimit[] =>
  networks.map(({ network, times }) => ({ ...limit, subject: [...subject, network], max: max * times }))

/**
 * Limits on wrong passwords. No name is locked: each network has a count of its own, and the name's count over all
 * networks does not apply to a network where it has logged in before.
 */
export const loginLimits = (
  limits: Limits,
  name: string,
  networks: CountedNetwork[],
  isKnownNetwork: boolean,
): AttemptLimit[] => [
  ...byNetwork(networks, {
    kind: 'login-name',
    subject: [name],
    max: limits.LOGIN_FAILURES_PER_NAME,
    windowSeconds: quarterSeconds,
  }),
  ...visitorLoginLimits(limits, networks),
  ...(isKnownNetwork
    ? []
    : [
        {
          kind: 'login-everywhere',
          subject: [name],
          max: failuresBeforePauses,
          windowSeconds: quarterSeconds,
          pauses: true,
        },
      ]),
]

/** Wrong codes of an account in a day, of a million: one in 10,000 that a stranger with its password is let in. */
const codesPerDay = 30

/**
 * Limits on wrong codes after a right password: those on wrong passwords, together with them, and one that a network where it has logged
 * in before does not have.
 */
export const codeLimits = (
  limits: Limits,
  { _id, emailKey }: Pick<User, '_id' | 'emailKey'>,
  networks: CountedNetwork[],
  isKnownNetwork: boolean,
): AttemptLimit[] => [
  ...loginLimits(limits, emailKey, networks, isKnownNetwork),
  ...(isKnownNetwork
    ? []
    : [{ kind: 'login-code', subject: [_id], max: codesPerDay, windowSeconds: 24 * hourSeconds }]),
]

/** Limits on what a visitor without a name sends to a login. */
export const visitorLoginLimits = (limits: Limits, networks: CountedNetwork[]): AttemptLimit[] =>
  byNetwork(networks, {
    kind: 'login-address',
    subject: [],
    max: limits.LOGIN_FAILURES_PER_ADDRESS,
    windowSeconds: quarterSeconds,
  })

export const passwordLimit = (limits: Limits, userId: string): AttemptLimit => ({
  kind: 'password',
  subject: [userId],
  max: limits.LOGIN_FAILURES_PER_NAME,
  windowSeconds: quarterSeconds,
})

/** A limit on answers that reveal to an account whether an email is taken. */
export const newEmailLimit = (userId: string): AttemptLimit => ({
  kind: 'new-email',
  subject: [userId],
  max: takenEmails,
  windowSeconds: hourSeconds,
})

export const signupLimits = (limits: Limits, networks: CountedNetwork[]): AttemptLimit[] =>
  byNetwork(networks, { kind: 'signup', subject: [], max: limits.SIGNUPS_PER_ADDRESS, windowSeconds: hourSeconds })

/** Limits on answers that reveal to a visitor whether a name, an email or a code exists. */
export const signupGuessLimits = (limits: Limits, networks: CountedNetwork[]): AttemptLimit[] =>
  byNetwork(networks, {
    kind: 'signup-guess',
    subject: [],
    max: guessesPerSignup * limits.SIGNUPS_PER_ADDRESS,
    windowSeconds: hourSeconds,
  })

/** Limits on links for new passwords that a network asks for, whoever they are for. */
export const resetMailLimits = (networks: CountedNetwork[]): AttemptLimit[] =>
  byNetwork(networks, { kind: 'reset-mail', subject: [], max: resetMailsPerNetwork, windowSeconds: hourSeconds })

/** A limit on mails with a link for a new password to one address. @param name the address, as it is compared */
export const resetMailsLimit = (name: string): AttemptLimit => ({
  kind: 'reset-mail-name',
  subject: [name],
  max: mailsPerHour,
  windowSeconds: hourSeconds,
})

export const verificationMailsLimit = (userId: string): AttemptLimit => ({
  kind: 'verification-mail',
  subject: [userId],
  max: mailsPerHour,
  windowSeconds: hourSeconds,
})
