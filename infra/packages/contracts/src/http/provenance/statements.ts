import * as z from 'zod/mini'
import { Instant } from '../../ids.ts'
import { ReceiptBody } from './receipts.ts'

/** SHA-256, in hex. */
const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** Bytes that follow one another in an mp3, and their hash. */
export const SoundRun = z.object({ bytes: z.int().check(z.gte(1)), sha256: Sha256 })
export type SoundRun = z.infer<typeof SoundRun>

/** At most so many runs: a section of a chapter has one, and so has the silence before it. */
const maxRuns = 1_000
const Runs = z.array(SoundRun).check(z.minLength(1), z.maxLength(maxRuns))

/** The voice that has spoken, where it is known, and its provider. */
const Speaker = { provider: z.optional(z.string()), voice: z.string() }

/**
 * The statement of a job's mp3, in the tag before its sound. `textHash` is that of the text that was spoken, in UTF-8; `sound` is all that follows the
 * tag, in its order: the frame with its length, then the frames of sound. It has no text and no name of a person.
 */
export const SoundStatement = z.object({
  v: z.literal(1),
  kind: z.literal('sound'),
  job: z.string(),
  ...Speaker,
  textHash: Sha256,
  sound: Runs,
  at: Instant,
})

/**
 * The statement of a chapter's mp3. `sections` has the revision of each that sounds, and its voice; `sound` is all that follows the tag:
 * the frames of a section, the fixed silence, those of the next. It has no time, so that the same chapter has the same bytes.
 */
export const ChapterStatement = z.object({
  v: z.literal(1),
  kind: z.literal('chapter'),
  work: z.string(),
  chapter: z.string(),
  sections: z.array(z.object({ job: z.string(), revision: z.int(), ...Speaker })),
  sound: Runs,
})

/** A receipt, signed: it is verified alone. */
export const ReceiptStatement = z.object({ v: z.literal(1), kind: z.literal('receipt'), receipt: ReceiptBody })

export const Statement = z.discriminatedUnion('kind', [SoundStatement, ChapterStatement, ReceiptStatement])
export type Statement = z.infer<typeof Statement>
export type SoundStatement = z.infer<typeof SoundStatement>
export type ChapterStatement = z.infer<typeof ChapterStatement>
