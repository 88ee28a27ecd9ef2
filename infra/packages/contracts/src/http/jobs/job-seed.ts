import * as z from 'zod/mini'

/** The largest seed: 32 bits, as ElevenLabs takes them. */
export const maxSeed = 4_294_967_295
const sentence = `seed must be a whole number from 0 to ${maxSeed}`

/** A number that decides the noise of a voice: the same request with the same seed sounds the same. */
export const JobSeed = z.int(sentence).check(z.gte(0, sentence), z.lte(maxSeed, sentence))

/** As a field of a job's request. */
export const seedField = { seed: z.optional(JobSeed) }
