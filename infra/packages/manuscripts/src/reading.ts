import type { ManuscriptLimits } from './manuscript.ts'
import type { Pacer } from './pacer.ts'
import type { SpeakerLines } from './turns/speaker-lines.ts'

/** `lines` counts lines that begin with a name, and knows those that are to be turns of a speaker. */
export type ManuscriptReading = { limits: ManuscriptLimits; turn: Pacer; lines: SpeakerLines }

/** A chapter as it was found, of any length. Without a paragraph it is a heading alone, such as that of a part. */
export type DraftSection = { title: string; paragraphs: string[] }
/** A book before its limits are applied. */
export type Draft = { title?: string | undefined; language?: string | undefined; sections: DraftSection[] }
