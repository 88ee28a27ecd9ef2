import { defaultVoiceId } from '@utter/contracts/jobs'

/** The voices of OpenAI's speech. */
const openAiVoices = new Set('alloy ash ballad cedar coral echo fable marin nova onyx sage shimmer verse'.split(' '))

/**
 * The voice that a client of OpenAI's speech means. A name of OpenAI's that is no voice here is its namesake, where there is one (`af_alloy`),
 * and else the default voice, so that such a client needs no change; each other name is a voice's own.
 * @param known the versions of the present voices, by their ids and aliases
 */
export function voiceMeant(name: string, known: Record<string, string> = {}): string {
  if (Object.hasOwn(known, name) || !openAiVoices.has(name)) return name
  return Object.keys(known).find((id) => /^[a-z][fm]_/.test(id) && id.slice(3) === name) ?? defaultVoiceId
}
