import * as z from 'zod/mini'

/** A text with one sentence of the specification for missing, null, empty and blank alike; another type is named. */
export const requiredText = (label: string, max: number) =>
  z
    .string({ error: (issue) => (issue.input == null ? `${label} is required` : `${label} must be a string`) })
    .check(z.regex(/\S/, `${label} is required`), z.maxLength(max, `${label} must be at most ${max} characters`))

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
