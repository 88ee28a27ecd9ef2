import * as z from 'zod/mini'
import { limits } from '../../jobs.ts'

/** NIST SP 800-63B counts each code point of a password as a character. */
const codePoints = (text: string) => [...text].length

export const password = z.string('Password must be at least 8 characters').check(
  z.refine((text) => codePoints(text) >= limits.minPassword, 'Password must be at least 8 characters'),
  z.refine((text) => codePoints(text) <= limits.password, `Password must be at most ${limits.password} characters`),
)
export const currentPassword = (sentence: string) =>
  z.string(sentence).check(z.minLength(1, sentence), z.maxLength(1_000, 'Password must be at most 1000 characters'))
