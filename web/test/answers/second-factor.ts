import type { PasskeyRow, SecondFactorView } from '@utter/contracts/http/account/second-factor'
import type { StartedTotp } from '@utter/contracts/http/account/totp'
import type * as z from 'zod/mini'

// Answers about what guards an account besides its password, for tests and pictures.

export const guardsOf = (over: Partial<SecondFactorView> = {}): SecondFactorView => ({
  totp: null,
  recoveryCodesLeft: 0,
  passkeys: [],
  ...over,
})

export const totpOn = { addedAt: '2026-01-03T09:30:00.000Z', lastUsedAt: '2026-01-20T18:02:00.000Z' }

export const aPasskey = (over: Partial<PasskeyRow> = {}): PasskeyRow => ({
  id: 'passkey-1',
  name: 'My phone',
  addedAt: '2026-01-05T10:00:00.000Z',
  lastUsedAt: null,
  ...over,
})

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
export const startedTotp: z.infer<typeof StartedTotp> = {
  uri: `otpauth://totp/Utter:mirabel%40example.com?issuer=Utter&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  secret,
  expiresAt: '2026-01-05T10:15:00.000Z',
}

export const recoveryCodes = Array.from({ length: 10 }, (_, index) => `abcd-efgh-jkmn-pq${index}r`)
