import type { SecondFactorView } from '@utter/contracts/http/account/second-factor'
import type { User } from '../user.ts'
import { passkeyRow } from './passkey.ts'

/** What guards the account besides its password, as its owner sees it. */
export const secondFactorView = ({ totp, recoveryCodes = [], passkeys = [] }: User): SecondFactorView => ({
  totp: totp ? { addedAt: totp.addedAt.toISOString(), lastUsedAt: totp.usedAt.toISOString() } : null,
  recoveryCodesLeft: recoveryCodes.length,
  passkeys: passkeys.map(passkeyRow),
})
