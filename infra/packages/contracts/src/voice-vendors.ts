/** The vendors of voices outside; the first that is configured has the default voice, unless `SPEECH_PROVIDER` names another. */
export const vendorNames = ['elevenlabs', 'openai'] as const
export type VendorName = (typeof vendorNames)[number]

/** Whether a provider's voices keep to a seed: those of this machine do, and of the vendors outside the ones that take one. */
export const keepsSeed = (provider: string): boolean => provider !== 'openai'

/** Whether a voice is spoken, and paid for, outside. */
export const isOutside = ({ provider }: { provider: string }): boolean =>
  (vendorNames as readonly string[]).includes(provider)
