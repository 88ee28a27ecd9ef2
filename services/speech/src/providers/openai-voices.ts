import * as z from 'zod/mini'
import type { Voice } from '../domain/voice.ts'

const older = ['alloy', 'ash', 'coral', 'echo', 'fable', 'nova', 'onyx', 'sage', 'shimmer']
/** OpenAI's own names, which it does not list: the first models have fewer of them. */
export const openAiNames = (model: string): string[] =>
  model.startsWith('tts-1') ? older : [...older, 'ballad', 'cedar', 'marin', 'verse']

/** The languages for which OpenAI's documentation names its voices, without those of few speakers. */
const openAiLanguages =
  'en ar bg cs da de el es fi fr he hi hr hu id it ja ko nl no pl pt ro ru sk sv th tr uk vi zh'.split(' ')
/** Kokoro's ids, which many servers of OpenAI's form have, begin with a language and a sex: `bf_emma`. */
const kokoro = /^([abefhijpz])([fm])_/
const kokoroLanguages: Record<string, string> = {
  ...{ a: 'en-US', b: 'en-GB', e: 'es', f: 'fr', h: 'hi', i: 'it', j: 'ja', p: 'pt-BR', z: 'zh' },
}

/** `GET /audio/voices`, as servers of that form answer it: names, or objects with an id. */
const Named = z.union([
  z.string(),
  z.pipe(
    z.object({ id: z.optional(z.string()), voice_id: z.optional(z.string()), name: z.optional(z.string()) }),
    z.transform(({ id, voice_id, name }) => id ?? voice_id ?? name ?? ''),
  ),
])
const List = z.union([
  z.array(Named),
  z.pipe(
    z.object({ voices: z.array(Named) }),
    z.transform(({ voices }) => voices),
  ),
])

/** The ids of an answer that lists voices; undefined where it has another form. */
export const listedVoices = (answer: unknown): string[] | undefined => List.safeParse(answer).data

/** An id that may stand in a path and in a name of a file. */
const isId = (id: string) => /^[\w.+-]{1,100}$/.test(id)

/** Voices as we show them, each id once; `default` is alloy, else the first. */
export function voicesOfOpenAi(ids: string[], model: string): Voice[] {
  const known = [...new Set(ids)].filter(isId)
  const usual = known.includes('alloy') ? 'alloy' : known[0]
  return known.map((id) => {
    const [, language = '', sex] = kokoro.exec(id) ?? []
    const languages = language ? [kokoroLanguages[language] ?? 'en'] : openAiLanguages
    const name = id.replace(kokoro, '').replaceAll(/[_-]+/g, ' ')
    return {
      id,
      name: name.charAt(0).toUpperCase() + name.slice(1),
      description: `By ${model}`,
      language: languages[0] ?? 'en',
      languages,
      ...(sex ? { sex: sex === 'f' ? 'female' : 'male' } : {}),
      speedClass: 'quick',
      settings: [],
      provider: 'openai',
      // Servers of this form name models as paths.
      model: model.replaceAll(/[^\w.-]+/g, '-'),
      aliases: id === usual ? ['default'] : [],
    }
  })
}
