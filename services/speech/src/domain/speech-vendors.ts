import { VendorError } from '@utter/contracts/vendor-error'
import { type VendorName, vendorNames } from '@utter/contracts/voice-vendors'

export type ProviderName = VendorName | 'local'

export type VendorEnv = {
  SPEECH_PROVIDER?: ProviderName | undefined
  ELEVENLABS_API_KEY?: string | undefined
  ELEVENLABS_MODEL: string
  OPENAI_SPEECH_API_KEY?: string | undefined
  OPENAI_SPEECH_BASE_URL?: string | undefined
  OPENAI_SPEECH_MODEL: string
}
type ConfiguredVendor = { name: VendorName; key: string | undefined; model: string }

/** Whether anything of a vendor is set with which it can be called. */
export const isConfigured = (
  name: VendorName,
  { ELEVENLABS_API_KEY, OPENAI_SPEECH_API_KEY, OPENAI_SPEECH_BASE_URL }: Partial<VendorEnv>,
): boolean => Boolean(name === 'elevenlabs' ? ELEVENLABS_API_KEY : OPENAI_SPEECH_API_KEY || OPENAI_SPEECH_BASE_URL)

/** The provider whose voice `default` is. */
export const defaultProvider = (env: Partial<VendorEnv>): ProviderName =>
  env.SPEECH_PROVIDER ?? vendorNames.find((name) => isConfigured(name, env)) ?? 'local'

/** The configured vendors, that of the default voice first. */
export function vendorsOf(env: VendorEnv): ConfiguredVendor[] {
  const all: Record<VendorName, Omit<ConfiguredVendor, 'name'>> = {
    elevenlabs: { key: env.ELEVENLABS_API_KEY, model: env.ELEVENLABS_MODEL },
    openai: { key: env.OPENAI_SPEECH_API_KEY, model: env.OPENAI_SPEECH_MODEL },
  }
  const first = defaultProvider(env)
  return vendorNames
    .filter((name) => isConfigured(name, env))
    .sort((one, other) => Number(other === first) - Number(one === first))
    .map((name) => ({ name, ...all[name] }))
}

/** The code of a call that found no room within our own bound: the vendor is not away, it speaks for others of our jobs. */
export const atLimit = 'vendor_at_limit'

/**
 * Whether it is the vendor that cannot speak, and not this text or this voice. Without credit, or with a key that is refused, it speaks for nobody:
 * that is the operator's to mend, and the job would fail for good. A vendor that has no room for one more call of ours is waited for: it speaks.
 */
export const isAway = (error: unknown): error is VendorError =>
  error instanceof VendorError &&
  (error.kind === 'transient'
    ? error.code !== atLimit
    : ['speech_no_credit', 'speech_not_configured'].includes(error.code))

/** Whether a voice has spoken a text otherwise than it is. Paid for: the job fails by it, or each of its attempts would pay for it again. */
export const isSpokenBadly = ({ code }: VendorError): boolean =>
  ['text_left_out', 'voice_ran_on', 'speech_incomplete', 'speech_too_long'].includes(code)
