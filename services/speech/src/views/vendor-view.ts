import type { SpeechVendor } from '@utter/contracts/http/internal/speech/vendors'

/** @param off when each vendor that is off was switched off */
export function vendorView(name: string, off: ReadonlyMap<string, Date>): SpeechVendor {
  const since = off.get(name)?.toISOString()
  return { name, isOff: since !== undefined, ...(since !== undefined && { since }) }
}
