import { mustFind } from '../domain/find-voice.ts'
import { castParts } from '../domain/local-parts.ts'
import type { SpeechProvider, Voice } from '../domain/voice.ts'

type Owned = Voice & { vendor: SpeechProvider }

/** The voices of this machine as one provider: each text goes to the vendor of its voice. @param vendors the better one first */
export async function openAllVoices(vendors: SpeechProvider[]): Promise<SpeechProvider> {
  const owned = await Promise.all(
    vendors.map(async (vendor) => (await vendor.voices()).map((voice): Owned => ({ ...voice, vendor }))),
  )
  const cast = castParts(owned.flat())
  const voices = cast.map(({ vendor: _, ...voice }): Voice => voice)
  return {
    name: 'local',
    voices: async () => voices,
    async *speak(request, options) {
      const { vendor, id } = mustFind(cast, request.voiceId)
      yield* vendor.speak({ ...request, voiceId: id }, options)
    },
    async close() {
      await Promise.all(vendors.map((vendor) => vendor.close()))
    },
  }
}
