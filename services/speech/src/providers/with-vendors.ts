import { VendorError } from '@utter/contracts/vendor-error'
import { blendedVoice } from '../domain/blend.ts'
import { distinctVoices } from '../domain/distinct-voices.ts'
import { findVoice, invalidVoice } from '../domain/find-voice.ts'
import type { OwnVoices, SpeechProvider, Voice } from '../domain/voice.ts'
import { withoutOutage } from './outside/vendor-failures.ts'

type Options = {
  /** The provider whose voice `default` is, while it is on: else that of the next one. */
  chosen: string
  own: OwnVoices
  /** Whether the operator has switched it off: its voices are not listed, and its calls are refused by its pace. */
  isOff?: (provider: string) => boolean
}

/**
 * The voices of this machine and of vendors outside as one provider. An id that is not listed speaks for the account whose own voice it is,
 * and is unknown to every other.
 * @param providers those of the default voice first
 */
export function withVendors(
  providers: SpeechProvider[],
  { chosen, own, isOff = () => false }: Options,
): SpeechProvider {
  const listed = async () => {
    const failures: VendorError[] = []
    const lists = await Promise.all(
      providers.map(async ({ name, voices }) => {
        try {
          return { provider: name, voices: await voices() }
        } catch (error) {
          if (!(error instanceof VendorError)) throw error
          failures.push(error)
          return { provider: name, voices: [], isUnknown: true }
        }
      }),
    )
    const isOn = (name: string) => !isOff(name)
    const owner = isOn(chosen) ? chosen : (providers.map(({ name }) => name).find(isOn) ?? chosen)
    return { voices: distinctVoices(lists, owner), failures }
  }
  /** The voice, and the name of the provider that speaks it. @param userId of the account that uses it; absent: whether anybody may or not */
  const locate = async (voiceId: string, { userId, signal }: { userId?: string | undefined; signal: AbortSignal }) => {
    const { voices, failures } = await listed()
    const open = findVoice(voices, voiceId)
    const bound = open || userId === undefined ? undefined : await own.find(userId, voiceId)
    const known = open ?? (bound?.blend && blendedVoice(voices, bound))
    if (known) {
      const { owner, ...voice } = known
      const blend = bound?.blend
      return { voice, owner, speaker: { voiceId: blend?.[0]?.voiceId ?? voice.id, ...(blend && { blend }) } }
    }
    for (const { name, find } of providers) {
      const isAllowed = userId === undefined || name === bound?.provider
      const found = find && isAllowed ? await find(voiceId, { signal }).catch(rethrown) : undefined
      if (found) return { voice: found, owner: name, speaker: { voiceId: found.id } }
    }
    // It may be a voice of the list that could not be read.
    const [failure] = failures.filter(({ kind }) => kind === 'transient' || voiceId === 'default')
    if (failure) throw withoutOutage(failure)
    return undefined
  }

  return {
    name: 'all',
    voices: async () =>
      (await listed()).voices.filter(({ owner }) => !isOff(owner)).map(({ owner: _, ...voice }): Voice => voice),
    find: async (voiceId, options) => (await locate(voiceId, options))?.voice,
    async *speak(request, { signal }) {
      signal.throwIfAborted()
      const located = await locate(request.voiceId, { userId: request.userId ?? '', signal })
      const provider = providers.find(({ name }) => name === located?.owner)
      if (!located || !provider) throw invalidVoice()
      yield* provider.speak({ ...request, ...located.speaker }, { signal })
    },
    async close() {
      await Promise.all(providers.map((provider) => provider.close()))
    },
  }
}

const rethrown = (error: unknown): never => {
  throw withoutOutage(error)
}
