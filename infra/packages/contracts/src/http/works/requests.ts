import * as z from 'zod/mini'
import { limits } from '../../jobs.ts'
import type { Plan } from '../../plans.ts'
import { requiredText, sentBody, sentObject } from '../fields.ts'
import { dialogueLimits, Speakers } from '../jobs/dialogue.ts'
import { textFields } from '../jobs/job-language.ts'
import { TtsSettingsInput } from '../jobs/job-request.ts'
import { seedField } from '../jobs/job-seed.ts'

/** Characters and numbers that a work may have; its texts are counted without their marks. */
export const workLimits = {
  title: 200,
  chapters: 500,
  /** In a chapter. */
  paragraphs: 2_000,
  paragraph: limits.ttsText,
  /** In a chapter. */
  chapterCharacters: 100_000,
  characters: 1_000_000,
  /** Works that an account has at once. */
  works: 200,
} as const

/** Bytes of a book's file, with its pictures. */
export const maxWorkFileBytes = 16 * 1024 * 1024

/** Characters of a chapter that one call pays for. */
export const charactersPerWorkCall = 10_000

/** The sentence of a plan without works. */
export function noWorksSentence(plans: Pick<Plan, 'name' | 'works'>[]): string {
  const first = plans.find(({ works }) => works)?.name
  return `Works are available ${first ? `from the ${first} plan` : 'on no plan'}`
}

const title = (label: string) => requiredText(label, workLimits.title)
const voiceId = requiredText('Voice ID', limits.id)
const paragraphFields = {
  text: requiredText(
    'Paragraph text',
    limits.markedText,
    `Paragraph text must be at most ${workLimits.paragraph} characters, and ${limits.markedText} with its marks`,
  ),
  /** Absent: that of its speaker, else of its chapter, else of the work. */
  voiceId: z.optional(voiceId),
  /** A name among the speakers of the work. */
  speaker: z.optional(requiredText('Speaker', dialogueLimits.name)),
}

/** A paragraph of a chapter. */
export const WorkParagraph = sentObject(paragraphFields, 'A paragraph must be a JSON object')
/** A chapter of a work. */
export const WorkChapter = sentObject(
  {
    title: title('Chapter title'),
    /** Speaks the paragraphs that have neither a voice nor a speaker; absent: that of the work. */
    voiceId: z.optional(voiceId),
    paragraphs: z
      .array(WorkParagraph, 'paragraphs must be a list')
      .check(
        z.minLength(1, 'At least 1 paragraph is required'),
        z.maxLength(workLimits.paragraphs, `Maximum ${workLimits.paragraphs} paragraphs in a chapter`),
      ),
  },
  'A chapter must be a JSON object',
)

/** `POST /api/works`: chapters of paragraphs, each spoken by the voice of the work or by its own. */
export const WorkRequest = sentBody({
  title: title('Title'),
  /** Unique among the works of an account; an `Idempotency-Key` header replaces a missing one. */
  requestId: requiredText('Request ID', limits.id),
  voiceId,
  /** Voices of those who say its paragraphs. */
  speakers: z.optional(Speakers),
  ttsSettings: z.optional(TtsSettingsInput),
  ...textFields,
  ...seedField,
  chapters: z
    .array(WorkChapter, 'chapters must be a list')
    .check(
      z.minLength(1, 'At least 1 chapter is required'),
      z.maxLength(workLimits.chapters, `Maximum ${workLimits.chapters} chapters`),
    ),
})
export type WorkRequest = z.infer<typeof WorkRequest>

const dryRun = {
  /** Checked and priced; nothing is taken and nothing is kept. */
  dryRun: z._default(z.enum(['true', 'false'], 'dryRun must be true or false'), 'false'),
}
export const WorkQuery = z.object(dryRun)

/** `POST /api/works/file`: the body is the file, and this is the rest of a work's request. */
export const WorkFileQuery = z.object({
  /** Name of the file; absent: its bytes and its type say what it is. */
  name: z.optional(z.string('name must be given once').check(z.maxLength(500, 'name must be at most 500 characters'))),
  /** Absent: as the file has it, or its name. */
  title: z.optional(title('Title')),
  /** An `Idempotency-Key` header replaces a missing one. */
  requestId: z.optional(requiredText('Request ID', limits.id)),
  voiceId,
  /** `Speakers` as JSON. */
  speakers: z.optional(z.string('speakers must be given once')),
  /** `ChapterVoices` as JSON. */
  chapterVoices: z.optional(z.string('chapterVoices must be given once')),
  ...textFields,
  ...dryRun,
})
export type WorkFileQuery = z.infer<typeof WorkFileQuery>

/** Voices of the chapters of a file, in their order: null, and one that is missing at the end, is that of the work. */
export const ChapterVoices = z
  .array(z.nullable(voiceId), 'chapterVoices must be a list of voice ids or null')
  .check(z.maxLength(workLimits.chapters, `Maximum ${workLimits.chapters} chapters`))

/** `PUT …/chapters/{id}/voice`: without one it is that of the work again. */
export const ChapterVoiceRequest = sentBody({ voiceId: z.optional(voiceId) })

/** `PUT …/paragraphs/{id}`: its text and voice, in place of the ones before. */
export const ParagraphRequest = sentBody(paragraphFields)
export type ParagraphRequest = z.infer<typeof ParagraphRequest>

/** The paragraph that goes before; absent: it becomes the first one of the chapter. */
const after = { after: z.optional(requiredText('after', limits.id)) }
/** `POST …/paragraphs`: a new one. */
export const NewParagraphRequest = sentBody({ ...paragraphFields, ...after })
export type NewParagraphRequest = z.infer<typeof NewParagraphRequest>
/** `POST …/paragraphs/{id}/move`: to another place in its chapter. */
export const MoveParagraphRequest = sentBody(after)
