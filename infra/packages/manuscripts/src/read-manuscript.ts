import { chaptersOf } from './blocks/chapters.ts'
import { clean, oneLine } from './blocks/clean.ts'
import { readDocx } from './docx/docx.ts'
import { readEpub } from './epub/epub.ts'
import { type Manuscript, type ManuscriptKind, type ManuscriptLimits, manuscriptLimits } from './manuscript.ts'
import type { ManuscriptFile } from './manuscript-file.ts'
import { createPacer } from './pacer.ts'
import type { Draft, ManuscriptReading } from './reading.ts'
import { createSpeakerLines } from './turns/speaker-lines.ts'
import { readMarkdown } from './typed/markdown.ts'
import { readText } from './typed/text.ts'

const wholeOf = (file: ManuscriptFile) => file.read(0, file.size)

const readers: Record<ManuscriptKind, (file: ManuscriptFile, reading: ManuscriptReading) => Promise<Draft>> = {
  text: async (file, reading) => readText(await wholeOf(file), reading),
  markdown: async (file, reading) => readMarkdown(await wholeOf(file), reading),
  epub: readEpub,
  docx: readDocx,
}

/**
 * A book's file as chapters and paragraphs: of an archive its texts alone are read, one after the other. Work is done in slices of some 10 ms, between which other requests have their turn.
 * @param speakers names: a line `Name: …` of one of them is a paragraph of theirs
 * @throws ManuscriptFault where the file is damaged, protected, no book, or beyond a limit
 */
export async function readManuscript(
  kind: ManuscriptKind,
  file: ManuscriptFile,
  { limits = manuscriptLimits, speakers = [] }: { limits?: ManuscriptLimits; speakers?: string[] } = {},
): Promise<Manuscript> {
  const turn = createPacer()
  const lines = createSpeakerLines(speakers)
  const draft = await readers[kind](file, { limits, turn, lines })
  const title = oneLine(clean(draft.title ?? ''))
  const language = languageTag(draft.language)
  const chapters = await chaptersOf(draft.sections, { limits, turn, lines, title, language: language ?? 'en' })
  return { ...(title && { title }), ...(language && { language }), chapters, speakers: lines.found() }
}

/** The BCP 47 form of a declared language: `en_us` is `en-US`; `und` and what is no tag are undefined. */
function languageTag(declared = ''): string | undefined {
  try {
    const [tag = ''] = Intl.getCanonicalLocales(declared.trim().slice(0, 40).replaceAll('_', '-'))
    return /^(?:und|mul|zxx)\b/.test(tag) || tag === '' ? undefined : tag
  } catch {
    return undefined
  }
}
