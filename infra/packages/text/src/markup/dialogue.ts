/** Somebody of a dialogue, by the name that begins a line of it, and the voice that speaks for them. */
export type DialogueSpeaker = { name: string; voiceId: string }

/** Characters of a speaker's name. */
export const maxSpeakerName = 50
const lineOfTurn = new RegExp(`^[ \\t]*([^\\s:][^:\\r\\n]{0,${maxSpeakerName - 1}}):[ \\t]*`, 'gm')

const firstLineOfTurn = new RegExp(lineOfTurn.source)

/** The name that begins a line as a speaker's does, in a line of its own or with what is said; undefined: none. */
export function speakerOfLine(line: string): string | undefined {
  const name = firstLineOfTurn.exec(line)?.[1]?.trim()
  return name && !/[[\]]/.test(name) ? name : undefined
}

/** A turn of a dialogue: the places, in characters from 0, where its name begins and where what is said does. */
type Turn = { at: number; behind: number; speaker: DialogueSpeaker }

/** The turns of a dialogue: each begins with a line `Name: …` of one of its speakers, and goes on to the next one. */
export function turnsIn(text: string, speakers: DialogueSpeaker[]): Turn[] {
  if (speakers.length === 0) return []
  const byName = new Map(speakers.map((speaker) => [speaker.name, speaker]))
  return [...text.matchAll(lineOfTurn)].flatMap(({ 0: written, 1: name = '', index: at }) => {
    const speaker = byName.get(name.trim())
    return speaker ? [{ at, behind: at + written.length, speaker }] : []
  })
}

/** The text of a dialogue, a line for each turn, as `turnsIn` reads it. */
export const textOfDialogue = (turns: { speaker: string; text: string }[]): string =>
  turns.map(({ speaker, text }) => `${speaker}: ${text.trim().replace(/\s*[\r\n]+\s*/g, ' ')}`).join('\n')
