import { mustFind } from '../domain/find-voice.ts'
import { withLocalNames, withUnlisted } from '../domain/local-names.ts'
import type { SpeechProvider, Voice } from '../domain/voice.ts'

type Owned = Voice & { vendor: SpeechProvider }

/**
 * The voices of this machine as one provider: each text goes to the vendor of its voice.
 * @param vendors the better one first
 * @param defaultId the voice that `default` is; the first when it is not given
 * @throws Error when there is no such voice
 */
export async function openAllVoices(vendors: SpeechProvider[], defaultId?: string): Promise<SpeechProvider> {
  const owned = await Promise.all(
    vendors.map(async (vendor) => (await vendor.voices()).map((voice): Owned => ({ ...voice, vendor }))),
  )
  const named = withUnlisted(withLocalNames(owned.flat(), defaultId))
  const voices = named.map(({ vendor: _, ...voice }): Voice => voice)
  return {
    name: 'local',
    voices: async () => voices,
    async *speak(request, options) {
      const { vendor, id } = mustFind(named, request.voiceId)
      yield* vendor.speak({ ...request, voiceId: id }, options)
    },
    async close() {
      await Promise.all(vendors.map((vendor) => vendor.close()))
    },
  }
}
