/**
 * The token of a link for a new password, which `build/boot.js` has taken out of the address. It is in memory alone: a
 * reload forgets it, and the link still works.
 */
export const readResetToken = (): string | undefined => (window as { resetToken?: string }).resetToken

/** Once it is used, or given up. */
export function forgetResetToken(): void {
  delete (window as { resetToken?: string }).resetToken
}

/** The token of a link that verifies an address, taken out of the address in the same way. */
export const readEmailToken = (): string | undefined => (window as { emailToken?: string }).emailToken
