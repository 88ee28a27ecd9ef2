import { defaultVoiceId } from '@utter/contracts/jobs'
import type { Voice } from './voice.ts'

/**
 * Names that lead to a voice on whichever machine, each with the voices that may have it, the better one first: the quick voices, which
 * others replace where they cannot be had, and OpenAI's names, so that its clients work here too. Kokoro has five of those itself; the
 * female ones else are Pico's lucy, the British ones awb's, the deep ones rms's.
 */
const speakers: Record<string, string[]> = {
  joe: ['joe'],
  slt: ['slt', 'af_sarah', 'lucy'],
  rms: ['rms', 'am_michael'],
  awb: ['awb', 'bm_daniel'],
  alloy: ['af_alloy', 'joe'],
  ash: ['am_eric', 'rms'],
  ballad: ['bm_george', 'awb'],
  coral: ['af_bella', 'lucy', 'slt'],
  echo: ['am_echo', 'rms'],
  fable: ['bm_fable', 'awb'],
  nova: ['af_nova', 'lucy', 'slt'],
  onyx: ['am_onyx', 'rms'],
  sage: ['af_kore', 'lucy', 'slt'],
  shimmer: ['af_sky', 'lucy', 'slt'],
  verse: ['am_puck', 'joe'],
}

/**
 * The voices of one machine with the names that lead to each, the default first. A stand-in, which has aliases of its own, is there only
 * where it has a name: no two voices sound the same, and an id that spoke on one machine speaks on each.
 * @param defaultId id or name of the voice that `default` is; the first voice when it is not given
 * @throws Error when there is no such voice
 */
export function withLocalNames<V extends Voice>(voices: V[], defaultId?: string): V[] {
  const have = (id: string) =>
    voices.find((voice) => voice.id === id) ?? voices.find((voice) => voice.aliases.includes(id))
  const owners = new Map<string, V>()
  for (const [name, ids] of Object.entries(speakers)) {
    const owner = ids.map(have).find((voice) => voice !== undefined)
    if (owner) owners.set(name, owner)
  }
  const chosen = defaultId === undefined ? voices[0] : (have(defaultId) ?? owners.get(defaultId))
  if (!chosen && defaultId !== undefined) throw new Error(`There is no voice ${defaultId}`)
  if (chosen) owners.set('default', chosen)

  const names = [...owners.keys()]
  return voices
    .map((voice) => ({
      ...voice,
      aliases: [...new Set([...voice.aliases, ...names])].filter(
        (name) => name !== voice.id && (owners.get(name)?.id ?? voice.id) === voice.id,
      ),
      isStandIn: voice.aliases.length > 0,
    }))
    .filter(({ isStandIn, aliases }) => !isStandIn || aliases.length > 0)
    .map(({ isStandIn: _, ...voice }) => voice as unknown as V)
    .toSorted((a, b) => Number(b.id === chosen?.id) - Number(a.id === chosen?.id))
}

/** The engine whose voices sound of the 1990s, and those that speak the same language quickly, and better, for women and men. */
const surpassed = { provider: 'flite', by: ['piper', 'pico'] }

/**
 * The voices of this machine, those unlisted that others surpass: an id that was accepted once speaks on. `default` is listed: the operator has
 * chosen it.
 */
export function withUnlisted<V extends Voice>(voices: V[]): V[] {
  const isThere = (provider: string) => voices.some((voice) => voice.provider === provider)
  if (!surpassed.by.every(isThere)) return voices
  return voices.map((voice) =>
    voice.provider === surpassed.provider && !voice.aliases.includes(defaultVoiceId)
      ? { ...voice, isUnlisted: true as const }
      : voice,
  )
}
