import type { Fallback } from '@utter/contracts/jobs'
import type { MarkedRequest, Role } from '../domain/marks/marked-request.ts'
import type { Voice } from '../domain/voice.ts'
import { ownerOf, voicesInstead } from '../domain/voices-instead.ts'

export type Cast = ReturnType<typeof createCast>

type Asked = {
  marks: Pick<MarkedRequest, 'textOf' | 'takes'>
  /** The language of the request, which is that of its own voice. */
  language: string | undefined
}

/**
 * Voices of a text: those that it names, its own (the role undefined) and those of its marks, or others in the place of those whose vendor is away.
 * @param named undefined for a voice whose vendor could not be asked for it; one that nobody has is not among them
 */
export function createCast(named: Map<Role, Voice | undefined>, { marks, language }: Asked) {
  const instead = new Map<Role, Voice>()
  const candidates = new Map<Role, Voice[]>()
  const failed = new Set<string>()
  const away = new Set<string>()
  const voiceOf = (role: Role): Voice | undefined => instead.get(role) ?? named.get(role)
  const hasFailed = (voice: Voice) => failed.has(voice.id) || away.has(ownerOf(voice))
  const candidatesOf = (role: Role, voices: Voice[], fallback: Fallback): Voice[] => {
    const known = candidates.get(role)
    if (known) return known
    const asked = { text: marks.textOf(role), language: role === undefined ? language : undefined, fallback }
    const found = voicesInstead(named.get(role), voices.filter(marks.takes(role)), asked)
    candidates.set(role, found)
    return found
  }
  return {
    voiceOf,
    isReplaced: (role: Role): boolean => instead.has(role),
    /**
     * Puts others in the place of a voice that has failed, and of those that speak by the same vendor outside.
     * @param voices the present ones, the better one first
     * @returns whether there is one for each
     */
    replace(role: Role, voices: Voice[], fallback: Fallback): boolean {
      const failing = voiceOf(role)
      if (failing) failed.add(failing.id)
      if (failing && ownerOf(failing) !== 'local') away.add(ownerOf(failing))
      for (const one of new Set([role, ...named.keys()])) {
        const present = voiceOf(one)
        const isSilent = marks.textOf(one).trim() === '' && one !== role
        if (isSilent || (present && !hasFailed(present))) continue
        const next = candidatesOf(one, voices, fallback).find((voice) => !hasFailed(voice))
        if (!next) return false
        instead.set(one, next)
      }
      return true
    },
    /** The voices in the place of others: the role, and the voice that was to speak, where it is known. */
    replaced: () => [...instead].map(([role, voice]) => ({ role, voice, named: named.get(role) })),
  }
}
