import * as z from 'zod/mini'
import { limits } from '../../jobs.ts'
import { requiredText, sentObject } from '../fields.ts'

/** Speakers of a dialogue, and characters of a name: it begins a line, and a colon ends it. */
export const dialogueLimits = { speakers: 20, name: 50, turns: 500 } as const

const nameSentence = `A speaker's name must be 1 to ${dialogueLimits.name} characters, without a colon, a bracket or an end of a line`
const speakersSentence = 'speakers must be an object with a voice for each name'
const isName = (name: unknown) =>
  typeof name === 'string' && name.length <= dialogueLimits.name && name.trim() === name && /^[^:[\]\r\n]+$/.test(name)

/** Voices of a dialogue, each by the name that begins the lines which it speaks. */
export const Speakers = z.record(z.string(), requiredText('Voice ID', limits.id), speakersSentence).check(
  z.refine((speakers) => Object.keys(speakers).every(isName), nameSentence),
  z.refine((speakers) => Object.keys(speakers).length > 0, 'At least 1 speaker is required'),
  z.refine(
    (speakers) => Object.keys(speakers).length <= dialogueLimits.speakers,
    `Maximum ${dialogueLimits.speakers} speakers`,
  ),
)
export type Speakers = z.infer<typeof Speakers>

/** A turn of a dialogue: what one of its speakers says. */
export const DialogueTurn = sentObject(
  { speaker: requiredText('Speaker', dialogueLimits.name), text: requiredText('Text', limits.markedText) },
  'A turn must be a JSON object',
)

/** The turns of a dialogue, in order. */
export const Dialogue = z
  .array(DialogueTurn, 'dialogue must be a list')
  .check(
    z.minLength(1, 'At least 1 turn is required'),
    z.maxLength(dialogueLimits.turns, `Maximum ${dialogueLimits.turns} turns`),
  )
export type Dialogue = z.infer<typeof Dialogue>

/** The first turn of somebody who has no voice; −1 for none. */
export const unknownTurn = (dialogue: Dialogue, speakers: Speakers = {}): number =>
  dialogue.findIndex(({ speaker }) => !Object.hasOwn(speakers, speaker))

/** Why a dialogue has not become the text of its request. */
export function faultOfDialogue(dialogue: Dialogue, speakers?: Speakers) {
  const index = unknownTurn(dialogue, speakers)
  if (index < 0) return { path: ['dialogue'], message: 'Either userText or dialogue is taken, not both' }
  return {
    path: ['dialogue', index, 'speaker'],
    message: `${dialogue[index]?.speaker} has no voice among the speakers`,
  }
}
