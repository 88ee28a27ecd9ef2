import * as z from 'zod/mini'

/** A field that may be left out, for which null is none: it is read as a field that is not there. */
export function nullAsNone<Field extends z.ZodMiniType>(field: Field): Field {
  if (field instanceof z.ZodMiniOptional)
    return z.optional(pipeOf(field._zod.def.innerType as z.ZodMiniType, undefined)) as unknown as Field
  if (!(field instanceof z.ZodMiniDefault)) return field
  const { innerType, defaultValue } = field._zod.def
  return z._default(pipeOf(innerType as z.ZodMiniType, defaultValue), defaultValue as never) as unknown as Field
}

const pipeOf = (inner: z.ZodMiniType, none: unknown) =>
  z.pipe(
    z.nullable(inner),
    z.transform((value: unknown) => value ?? none),
  )

/**
 * An object that a client sends. Null is none in each of its fields that may be left out, as answers of ours and many clients write it. In
 * types such a field is left out.
 */
export const sentObject = <Shape extends Record<string, z.ZodMiniType>>(shape: Shape, sentence: string) =>
  z.object(
    Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, nullAsNone(field)])) as Shape,
    sentence,
  )

/** A body of a request. */
export const sentBody = <Shape extends Record<string, z.ZodMiniType>>(shape: Shape) =>
  sentObject(shape, 'The body must be a JSON object')

/** A text with one sentence of the specification for missing, null, empty and blank alike; another type is named. */
export const requiredText = (label: string, max: number, tooLong = `${label} must be at most ${max} characters`) =>
  z
    .string({ error: (issue) => (issue.input == null ? `${label} is required` : `${label} must be a string`) })
    .check(z.regex(/\S/, `${label} is required`), z.maxLength(max, tooLong))

const isEmail = z.email()

/** `z.email` decides; the sentence is the same for missing, null, another type and a wrong form. */
export const email = (max: number) =>
  z.string({ error: 'Invalid email address' }).check(
    z.trim(),
    z.refine((text) => isEmail.safeParse(text).success, 'Invalid email address'),
    z.maxLength(max, `Email must be at most ${max} characters`),
  )

/** http and https alone: a webhook or a link never leads elsewhere. */
export const webUrl = (label: string, max: number) =>
  z.string({ error: `${label} must be a valid URL` }).check(
    z.maxLength(max, `${label} must be at most ${max} characters`),
    z.refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), `${label} must be a valid URL`),
  )
