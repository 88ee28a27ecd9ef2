import type { SecondFactorView } from '@utter/contracts/http/account/second-factor'
import type { User } from '../user.ts'
import { passkeyRow } from './passkey.ts'

/** The guards of an account besides its password, as its owner sees them. */
export const secondFactorView = ({ totp, recoveryCodes = [], passkeys = [] }: User): SecondFactorView => ({
  totp: totp ? { addedAt: totp.addedAt.toISOString(), lastUsedAt: totp.usedAt.toISOString() } : null,
  recoveryCodesLeft: recoveryCodes.length,
  passkeys: passkeys.map(passkeyRow),
})
