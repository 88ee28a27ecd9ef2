import { Secret, TOTP } from 'otpauth'

/** An authenticator app that is asked at each login by a password. The secret is sealed. */
export type Totp = {
  secret: string
  addedAt: Date
  usedAt: Date
  /** The time step of the last code that was taken: neither it nor an earlier one is taken again (RFC 6238, 5.2). */
  lastStep: number
}
/** An app whose first code is awaited. */
export type AwaitedTotp = { secret: string; expiresAt: Date }

// As apps assume where an address does not say otherwise; many read nothing else of it.
const form = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Steps before and after the present one whose codes are taken: clocks of phones are off, and people are slow. */
const window = 1

/** 160 bits, as RFC 4226 recommends, in base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** The address in the QR code. @param account the name of the account, as the app lists it */
export const totpAddress = (secret: string, account: string): string =>
  new TOTP({ ...form, issuer: 'Utter', label: account, secret }).toString()

/** The time step whose code it is. Undefined: it is none of those that are taken now. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const delta = TOTP.validate({
    ...form,
    secret: Secret.fromBase32(secret),
    token: code,
    timestamp: now.getTime(),
    window,
  })
  return delta === null ? undefined : Math.floor(now.getTime() / (form.period * 1_000)) + delta
}
