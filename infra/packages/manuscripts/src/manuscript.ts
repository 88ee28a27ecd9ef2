export const manuscriptKinds = ['text', 'markdown', 'epub', 'docx'] as const
export type ManuscriptKind = (typeof manuscriptKinds)[number]

/** `speaker`: who says it, where that was asked for and its line begins with the name; that is no part of the text. */
export type ManuscriptParagraph = { text: string; speaker?: string }
/** A name, and how many lines begin with it. */
export type FoundSpeaker = { name: string; lines: number }
export type ManuscriptChapter = { title: string; paragraphs: ManuscriptParagraph[] }

/**
 * A book as plain text. A paragraph has at least one letter or digit and no control character but `\n`, where its lines are
 * meant (a verse); a title is one line of at most 200 characters. `language` is BCP 47, where the file declares one.
 */
export type Manuscript = {
  title?: string
  language?: string
  chapters: ManuscriptChapter[]
  /** Names that begin lines of it as those of a dialogue do. */
  speakers: FoundSpeaker[]
}

/** Characters are UTF-16 units, as in `length`. */
export type ManuscriptLimits = {
  /** Sum over all paragraphs and headings. */
  maxCharacters: number
  /** Counts chapters after long ones have been cut. */
  maxChapters: number
  /** A longer chapter is cut into `Title (1)`, `Title (2)`, …; so is one of more characters than the next. */
  maxParagraphsPerChapter: number
  maxCharactersPerChapter: number
  /** A longer paragraph is cut at ends of sentences, and a longer sentence between words. */
  maxCharactersPerParagraph: number
  /** Sum over the files in an archive that are read; pictures and fonts are not. */
  maxUnpackedBytes: number
  maxEntries: number
  /** Unpacked to packed size of a file in an archive above 8 MB. */
  maxRatio: number
}

export const manuscriptLimits: ManuscriptLimits = {
  maxCharacters: 1_000_000,
  maxChapters: 500,
  maxParagraphsPerChapter: 2_000,
  maxCharactersPerChapter: 100_000,
  maxCharactersPerParagraph: 10_000,
  maxUnpackedBytes: 64 * 1_024 * 1_024,
  maxEntries: 5_000,
  maxRatio: 100,
}

/** A file that is no manuscript. Its message is a sentence for the person who sent the file. */
export class ManuscriptFault extends Error {
  override readonly name = 'ManuscriptFault'
}

export const tooManyCharacters = ({ maxCharacters }: ManuscriptLimits) =>
  new ManuscriptFault(`The book has more than ${maxCharacters.toLocaleString('en-US')} characters`)
