import type { SecondFactorChange } from '@utter/contracts/http/notices/notice'
import type { Told } from '../audit-entry.ts'

/** The notice of a change, which goes with its entry of the audit. @param name of the passkey */
export const secondFactorTold = (change: SecondFactorChange, name?: string): Told[] => [
  { notice: { kind: 'second-factor-changed', change, ...(name !== undefined && { name }) } },
]
