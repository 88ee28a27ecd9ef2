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
  { text, voiceId, speaker }: Written,
  spoken: Spoken,
  { versions }: Pick<CheckDeps, 'versions'>,
): { characters: number; plain: string } | FieldFault {
  if (speaker !== undefined && !spoken.speakers?.some(({ name }) => name === speaker))
    return { field: 'speaker', message: `${speaker} is not among the speakers of the work` }
  const unknown = voiceId !== undefined && unknownVoiceSentence(voiceId, versions())
  if (unknown) return { field: 'voiceId', message: unknown }
  const marked = markedText(text)
  if ('fault' in marked) return { field: 'text', message: sentenceOfFault(marked.fault) }
  const unspoken = unspokenMark({ ...spoken, ...(voiceId !== undefined && { voiceId }) }, marked.marks, versions())
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
  for (const [index, { paragraphs }] of work.chapters.entries()) {
    const field = `chapters.${index}.paragraphs`
    let [ofChapter, own] = [0, '']
    for (const [at, paragraph] of paragraphs.entries()) {
      const read = readParagraph(paragraph, spoken, deps)
      if ('message' in read) faults.push({ ...read, field: `${field}.${at}.${read.field}` })
      else {
        ofChapter += read.characters
        if (voiceOfParagraph(paragraph, spoken) === spoken.voiceId && own.length < judgedCharacters)
          own += `${read.plain}\n`
      }
      if (faults.length >= maxFaults) throw invalid(faults)
    }
    if (ofChapter > workLimits.chapterCharacters)
      faults.push({ field, message: `A chapter must be at most ${workLimits.chapterCharacters} characters` })
    const foreign = own !== '' && notSpoken(deps, spoken, own.slice(0, judgedCharacters))
    if (foreign) faults.push({ field: foreign.field === 'userText' ? field : foreign.field, message: foreign.message })
    characters += ofChapter
    await breathe()
  }
  if (characters > workLimits.characters)
    faults.push({ field: 'chapters', message: `A work must be at most ${workLimits.characters} characters` })
  if (faults.length > 0) throw invalid(faults.slice(0, maxFaults))
  return characters
}

const notSpoken = ({ versions, foreignLanguage }: CheckDeps, spoken: Spoken, userText: string) =>
  unspokenLanguage({ kind: 'tts', userText, ...spoken }, versions(), foreignLanguage)
