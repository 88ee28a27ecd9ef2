import { setImmediate as breathe } from 'node:timers/promises'
import { noWorksSentence, type WorkRequest, workLimits } from '@utter/contracts/http/works/requests'
import { ttsDefaults } from '@utter/contracts/jobs'
import { planOf } from '@utter/contracts/plans'
import { identityOf } from '@utter/http/identity'
import { type FieldFault, forbidden, invalid } from '@utter/http/problem'
import { sentenceOfFault } from '@utter/text/markup/marks'
import { markedText } from '@utter/text/markup/markup'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { Job } from '../../domain/job/job.ts'
import { definedOf } from '../../domain/job/new-job.ts'
import { storedSpeakers } from '../../domain/job/speakers.ts'
import { unspokenLanguage } from '../../domain/voice/unspoken-language.ts'
import { unknownVoiceSentence, unspokenMark } from '../../domain/voice/unspoken-mark.ts'
import { voiceOfParagraph } from '../../domain/works/work.ts'

type CheckDeps = Pick<Deps, 'versions' | 'foreignLanguage' | 'plans'>
type Spoken = Pick<Job, 'voiceId' | 'ttsSettings' | 'language' | 'speakers'>
type Written = { text: string; voiceId?: string | undefined; speaker?: string | undefined }
type WithVoice = { voiceId?: string | undefined }

/** Characters of a chapter by which its language is judged. */
const judgedCharacters = 2_000
/** Faults that one answer tells. */
const maxFaults = 20

/** @throws Problem 403 on a plan without works */
export function checkPlanOfWorks(request: FastifyRequest, { plans }: Pick<Deps, 'plans'>): void {
  if (!planOf(plans, identityOf(request).tier).works) throw forbidden(noWorksSentence(plans), 'plan_required')
}

/** A paragraph's characters without its marks; or why it is not taken, by its field. */
export function readParagraph(
  paragraph: Written,
  spoken: Spoken,
  chapter: WithVoice,
  { versions }: Pick<CheckDeps, 'versions'>,
): { characters: number; plain: string } | FieldFault {
  const { text, voiceId, speaker } = paragraph
  if (speaker !== undefined && !spoken.speakers?.some(({ name }) => name === speaker))
    return { field: 'speaker', message: `${speaker} is not among the speakers of the work` }
  const unknown = voiceId !== undefined && unknownVoiceSentence(voiceId, versions())
  if (unknown) return { field: 'voiceId', message: unknown }
  const marked = markedText(text)
  if ('fault' in marked) return { field: 'text', message: sentenceOfFault(marked.fault) }
  const said = { ...spoken, voiceId: voiceOfParagraph(paragraph, spoken, chapter) }
  const unspoken = unspokenMark(said, marked.marks, versions())
  if (unspoken) return { field: 'text', message: sentenceOfFault({ ...unspoken.mark, reason: unspoken.reason }) }
  const { characters, parts } = marked
  if (characters > workLimits.paragraph)
    return { field: 'text', message: `Paragraph text must be at most ${workLimits.paragraph} characters` }
  const plain = parts.map((part) => ('text' in part ? part.text : ' ')).join('')
  return plain.trim() === '' ? { field: 'text', message: 'Paragraph text is required' } : { characters, plain }
}

/**
 * recipe 21: before anything is kept: its marks, its size, and the languages of its texts. Other requests are served in between.
 * @returns the characters of the work
 * @throws Problem 400 that names each field
 */
export async function checkWork(deps: CheckDeps, work: WorkRequest): Promise<number> {
  const spoken = {
    voiceId: work.voiceId,
    ttsSettings: { ...ttsDefaults, ...definedOf(work.ttsSettings ?? {}) },
    ...(work.language && { language: work.language }),
    ...(work.speakers && { speakers: storedSpeakers(work.speakers) }),
  }
  const faults: FieldFault[] = (spoken.speakers ?? []).flatMap(({ name, voiceId }) => {
    const message = unknownVoiceSentence(voiceId, deps.versions())
    return message ? [{ field: `speakers.${name}`, message }] : []
  })
  let characters = 0
  for (const [index, chapter] of work.chapters.entries()) {
    const inChapter = `chapters.${index}`
    const field = `${inChapter}.paragraphs`
    const read = readChapter(chapter, spoken, deps, maxFaults - faults.length)
    faults.push(...read.faults.map((fault) => ({ ...fault, field: `${inChapter}.${fault.field}` })))
    if (faults.length >= maxFaults) throw invalid(faults)
    if (read.characters > workLimits.chapterCharacters)
      faults.push({ field, message: `A chapter must be at most ${workLimits.chapterCharacters} characters` })
    const { foreign } = read
    if (foreign?.field === 'userText') faults.push({ ...foreign, field })
    // The language is that of the work: what does not fit it is the voice of the chapter.
    else if (foreign && chapter.voiceId !== undefined) faults.push({ ...foreign, field: `${inChapter}.voiceId` })
    else if (foreign) faults.push(foreign)
    characters += read.characters
    await breathe()
  }
  if (characters > workLimits.characters)
    faults.push({ field: 'chapters', message: `A work must be at most ${workLimits.characters} characters` })
  if (faults.length > 0) throw invalid(faults.slice(0, maxFaults))
  return characters
}

/**
 * A chapter's characters, and what is not taken of it, by the field in it. @param maxOfChapter faults that are told
 * @returns foreign: why its voice does not speak the language of what that is to speak
 */
function readChapter(
  { voiceId, paragraphs }: WithVoice & { paragraphs: readonly Written[] },
  spoken: Spoken,
  deps: CheckDeps,
  maxOfChapter: number,
) {
  const own = voiceId ?? spoken.voiceId
  const unknown = voiceId !== undefined && unknownVoiceSentence(voiceId, deps.versions())
  const faults: FieldFault[] = unknown ? [{ field: 'voiceId', message: unknown }] : []
  let [characters, judged] = [0, '']
  for (const [at, paragraph] of paragraphs.entries()) {
    if (faults.length >= maxOfChapter) break
    const read = readParagraph(paragraph, spoken, { voiceId }, deps)
    if ('message' in read) faults.push({ ...read, field: `paragraphs.${at}.${read.field}` })
    else {
      characters += read.characters
      if (voiceOfParagraph(paragraph, spoken, { voiceId }) === own && judged.length < judgedCharacters)
        judged += `${read.plain}\n`
    }
  }
  const foreign =
    judged === '' ? undefined : notSpoken(deps, { ...spoken, voiceId: own }, judged.slice(0, judgedCharacters))
  return { characters, faults, foreign }
}

/**
 * Whether a voice, or without one that of the work, may speak what is to be of it in a chapter.
 * @throws Problem 400 that names `voiceId`: nobody has it, or it does not speak the language, or cannot do a mark
 */
export function checkChapterVoice(
  deps: CheckDeps,
  work: Spoken,
  chapter: WithVoice & { paragraphs: readonly Written[] },
): void {
  const { faults, foreign } = readChapter(chapter, work, deps, 1)
  const fault = faults[0] ?? foreign
  if (fault) throw invalid([{ field: 'voiceId', message: fault.message }])
}

const notSpoken = ({ versions, foreignLanguage }: CheckDeps, spoken: Spoken, userText: string) =>
  unspokenLanguage({ kind: 'tts', userText, ...spoken }, versions(), foreignLanguage)
