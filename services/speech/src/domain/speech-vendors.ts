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
