/** The token of a link that verifies an address, which `build/boot.js` has taken out of the address. It is in memory alone. */
export const readEmailToken = (): string | undefined => (window as { emailToken?: string }).emailToken
