import * as z from 'zod/mini'

/** A phoneme in IPA. Times are in seconds from the beginning of the mp3. */
export const PhonemeTime = z.object({ phoneme: z.string(), start: z.number(), end: z.number() })
export type PhonemeTime = z.infer<typeof PhonemeTime>

/** Shapes of a mouth, by the names that Amazon Polly has for those of English. Between words it is at rest. */
export const visemes = ['p', 'f', 'T', 't', 's', 'S', 'k', 'r', 'i', 'u', '@', 'a', 'e', 'E', 'o', 'O'] as const
export type Viseme = (typeof visemes)[number]
export const VisemeTime = z.object({ viseme: z.string(), start: z.number(), end: z.number() })
export type VisemeTime = z.infer<typeof VisemeTime>

/** A word of a job's text or reply. Times are in seconds from the beginning of its mp3. */
export const WordTime = z.object({
  word: z.string(),
  start: z.number(),
  end: z.number(),
  /** Whether the time is reckoned from that of its sentence, and not told by the voice. */
  estimated: z.boolean(),
  /** The speaker who says it, in a dialogue. */
  speaker: z.optional(z.string()),
  /** From the word's beginning to its end, where they are asked for and the voice has told them; a silence inside of it belongs to none. */
  phonemes: z.optional(z.array(PhonemeTime)),
  /** The same as shapes of the mouth; phonemes of one shape that follow each other are one. */
  visemes: z.optional(z.array(VisemeTime)),
})
export type WordTime = z.infer<typeof WordTime>

/** `GET /api/jobs/{id}/words`, and speech to jobs: in the order of the text, none begins before the one before it. */
export const WordTimes = z.array(WordTime)
export type WordTimes = z.infer<typeof WordTimes>

/** Marks that a word has beside its times when they are asked for. */
export const wordMarks = ['phonemes', 'visemes'] as const
export type WordMark = (typeof wordMarks)[number]
const oneMark = `(?:${wordMarks.join('|')})`

/** `?marks=phonemes,visemes`, in the API and from jobs to speech. */
export const WordsQuery = z.object({
  marks: z.optional(
    z
      .string('marks must be given once')
      .check(
        z.regex(
          new RegExp(`^${oneMark}(?:,${oneMark})*$`),
          'marks must be phonemes, visemes or both, with a comma between',
        ),
      ),
  ),
})

/** The marks that a query asks for. */
export const marksOf = ({ marks }: z.infer<typeof WordsQuery>): WordMark[] =>
  wordMarks.filter((mark) => marks?.split(',').includes(mark))
