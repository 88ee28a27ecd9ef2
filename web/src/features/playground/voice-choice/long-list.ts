import type { VoiceView } from '@utter/contracts/http/voices'

/** Voices that fit on a few cards are all shown. */
export const maxOnCards = 6

/** Rows of the whole list that are seen at once. */
export const rowsInSight = (voices: readonly VoiceView[]): number => Math.min(voices.length, 6)

/** The language of a tag without its region. */
export const baseOf = (tag: string): string => tag.split('-', 1)[0] ?? tag

/** Whether the voices are too many, or too different, for a look at all of them. */
export const isLongList = (voices: readonly VoiceView[]): boolean =>
  voices.length > maxOnCards || new Set(voices.flatMap(({ languages }) => languages.map(baseOf))).size > 1
