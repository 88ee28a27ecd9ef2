import * as z from 'zod/mini'
import type { Voice } from '../../domain/voice.ts'
import { PiperConfig } from '../../engines/piper/piper-config.ts'
import { placeOf } from '../place.ts'

/** The fields of `<id>.onnx.json` that the product shows, beside those that its engine reads. */
const Description = z.extend(PiperConfig, {
  dataset: z.optional(z.string()),
  language: z.object({ code: z.string().check(z.regex(/^[a-z]{2,3}([_-][A-Z]{2})?$/)) }),
  phoneme_type: z.optional(z.literal('espeak')),
})

const line = z.string().check(z.minLength(1), z.maxLength(100), z.regex(/^[^\p{C}]*$/u))
/** `<id>.voice.json`, which an operator may add. */
const Sidecar = z.strictObject({
  name: z.optional(line),
  sex: z.optional(z.enum(['female', 'male'])),
  licence: z.optional(line),
})

/**
 * A voice by the files beside its model.
 * @throws Error with the reason as the end of a sentence
 */
export function describedVoice(id: string, json: string, sidecar: string | undefined): Omit<Voice, 'model'> {
  const { language, dataset } = parsed(Description, json, `${id}.onnx.json`)
  const { name, sex, licence } = sidecar === undefined ? {} : parsed(Sidecar, sidecar, `${id}.voice.json`)
  const tag = language.code.replace('_', '-')
  const shownName = name ?? (line.safeParse(dataset).success ? (dataset ?? id) : id)
  return {
    id,
    name: shownName.charAt(0).toUpperCase() + shownName.slice(1),
    description: `${placeOf(tag)}, on this machine${licence ? `, ${licence}` : ''}`,
    language: tag,
    languages: [tag],
    ...(sex && { sex }),
    speedClass: 'quick',
    settings: ['stability', 'style'],
    phonemes: true,
    provider: 'piper',
    aliases: [],
  }
}

function parsed<T>(schema: z.ZodMiniType<T>, json: string, name: string): T {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw new Error(`${name} is no JSON`)
  }
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new Error(`${name} is no description of a Piper voice: ${issue?.path.join('.') || 'the whole'} is wrong`)
}
