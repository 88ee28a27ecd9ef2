import type { PasskeyRow } from '@utter/contracts/http/account/second-factor'

/** A key pair of the owner's device or key store, of which the public half is here: it signs a challenge in place of a password and a code. */
export type Passkey = {
  id: string
  /** As the device names it, and its public key (COSE), both in base64url. */
  credentialId: string
  publicKey: string
  /** Uses as the device counts them; 0 where it does not. A lower one than before is a copy's. */
  counter: number
  transports?: string[]
  name: string
  addedAt: Date
  usedAt?: Date
}

export const passkeyRow = ({ id, name, addedAt, usedAt }: Passkey): PasskeyRow => ({
  id,
  name,
  addedAt: addedAt.toISOString(),
  lastUsedAt: usedAt?.toISOString() ?? null,
})
