import type { Voice } from './voice.ts'

export type VoicesOf = {
  provider: string
  voices: Voice[]
  /** Its list could not be read, so that nothing is known of its names. */
  isUnknown?: boolean
}

/**
 * The voices of several providers in one list, in their order, in which each name leads to one voice: an id is stronger than an
 * alias, an earlier provider than a later one, and `default` is a voice of `chosen` alone. While OpenAI's list is unknown its
 * names lead nowhere, and not to the voices of this machine that answer to them otherwise.
 */
export function distinctVoices(providers: VoicesOf[], chosen: string): (Voice & { owner: string })[] {
  const taken = new Set<string>()
  const isNew = (name: string) => !taken.has(name) && Boolean(taken.add(name))
  const areWithheld = providers.some(({ provider, isUnknown }) => provider === 'openai' && isUnknown)
  return providers
    .flatMap(({ provider, voices }) =>
      voices.filter(({ id }) => isNew(id)).map((voice) => ({ ...voice, owner: provider })),
    )
    .map((voice) => ({
      ...voice,
      aliases: voice.aliases.filter((alias) =>
        alias === 'default' ? voice.owner === chosen && isNew(alias) : !areWithheld && isNew(alias),
      ),
    }))
}
