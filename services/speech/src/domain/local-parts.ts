import type { Voice } from './voice.ts'

/** A part is an id that always speaks, on whichever machine, and the other names that lead to it: OpenAI's, so that its clients work here too. */
type Part = { id: string; aliases: string[] }

/** The voices of one machine. OpenAI's female names are slt's, its British ones awb's, its deep ones rms's. */
const parts: Part[] = [
  { id: 'joe', aliases: ['default', 'alloy', 'verse'] },
  { id: 'slt', aliases: ['coral', 'nova', 'sage', 'shimmer'] },
  { id: 'rms', aliases: ['ash', 'echo', 'onyx'] },
  { id: 'awb', aliases: ['ballad', 'fable'] },
]

/**
 * The voice of each part: the first of these that has the part's id, as its own or as an alias. No two parts sound the
 * same, and an id that spoke on one machine speaks on each.
 */
export function castParts<V extends Voice>(voices: V[]): V[] {
  return parts.flatMap(({ id, aliases }) => {
    const voice = voices.find((one) => one.id === id || one.aliases.includes(id))
    return voice ? [{ ...voice, aliases: [...voice.aliases, ...aliases] }] : []
  })
}
