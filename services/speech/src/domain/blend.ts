import { createHash } from 'node:crypto'
import { type Blend, isBlendable } from '@utter/contracts/http/own-voices'
import { findVoice, unknownVoice } from './find-voice.ts'
import type { OwnVoice, Voice } from './voice.ts'

type Fault = { field: string; message: string }

/**
 * A requested blend in its one form: by ids, the heaviest voice first, by whose sounds it speaks. @returns the first fault where its voices
 * are not distinct natural ones of one language, since sounds of two languages have no common sentence
 */
export function blendOf(voices: Voice[], requested: Blend): { blend: Blend } | { fault: Fault } {
  const parts: { voice: Voice; weight: number }[] = []
  for (const [index, { voiceId, weight }] of requested.entries()) {
    const fault = (message: string) => ({ fault: { field: `blend.${index}.voiceId`, message } })
    const voice = findVoice(voices, voiceId.trim())
    if (!voice) return fault(unknownVoice.sentence)
    if (!isBlendable(voice)) return fault('Only natural voices of this machine can be blended')
    if (parts.some((part) => part.voice.id === voice.id)) return fault('This voice is in the blend already')
    const first = parts[0]?.voice ?? voice
    if (baseOf(first) !== baseOf(voice))
      return fault(`This voice speaks ${nameOf(voice)}, and the first ${nameOf(first)}: a blend has one language`)
    parts.push({ voice, weight })
  }
  const blend = parts.map(({ voice, weight }) => ({ voiceId: voice.id, weight }))
  return { blend: blend.toSorted((a, b) => b.weight - a.weight || (a.voiceId < b.voiceId ? -1 : 1)) }
}

const baseOf = ({ language }: Voice) => new Intl.Locale(language).language
const languageNames = new Intl.DisplayNames('en', { type: 'language' })
const nameOf = (voice: Voice) => languageNames.of(baseOf(voice)) ?? voice.language

/**
 * The id of an account's blend, made of the account, the voices and their shares. So a blend never changes under its id, one that is sent
 * twice is added once, and nobody can name another's. @param blend in its one form
 */
export function blendId(userId: string, blend: Blend): string {
  const shares = sharesOf(blend).map(({ voiceId, share }) => [voiceId, share.toFixed(6)])
  const mark = createHash('sha256')
    .update(JSON.stringify([userId, shares]))
    .digest('hex')
    .slice(0, 32)
  return `blend-${mark}`
}

/** Parts of 1, in the order of the blend. */
function sharesOf(blend: Blend): { voiceId: string; share: number }[] {
  const whole = blend.reduce((sum, { weight }) => sum + weight, 0)
  return blend.map(({ voiceId, weight }) => ({ voiceId, share: weight / whole }))
}

/** A blend as a voice: as the heaviest of its voices speaks. Undefined where this machine has not all of them. */
export function blendedVoice<V extends Voice>(voices: V[], { voiceId, name, blend = [] }: OwnVoice): V | undefined {
  const parts = sharesOf(blend).map((part) => ({ ...part, voice: voices.find(({ id }) => id === part.voiceId) }))
  const [first] = parts
  if (!first?.voice || !parts.every(({ voice }) => voice && isBlendable(voice))) return undefined
  const blended = {
    ...first.voice,
    id: voiceId,
    name,
    description: parts.map((part) => `${part.voice?.name} ${Math.round(part.share * 100)} %`).join(', '),
    aliases: [],
  }
  if (parts.some((part) => part.voice?.sex !== blended.sex)) delete blended.sex
  return blended
}
