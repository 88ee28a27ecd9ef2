import { Secret, TOTP } from 'otpauth'

/** The code that an authenticator app shows. @param secret in base32 @param at ms */
export const authenticatorCode = (secret: string, at = Date.now()): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at })
