import {
  type ManuscriptChapter,
  ManuscriptFault,
  type ManuscriptLimits,
  type ManuscriptParagraph,
  tooManyCharacters,
} from '../manuscript.ts'
import type { Pacer } from '../pacer.ts'
import type { DraftSection } from '../reading.ts'
import type { SpeakerLines } from '../turns/speaker-lines.ts'
import { clean, hasWords, oneLine, sameWords } from './clean.ts'
import { cutParagraph } from './cut.ts'

/** The title of text that has none of its own. */
const untitled = 'Text'

type Book = { limits: ManuscriptLimits; turn: Pacer; lines: SpeakerLines; title: string; language: string }

/**
 * Sections as chapters within the limits. A heading without text, such as `Part One`, is put before the title of the next chapter;
 * behind the last one it is a paragraph. Paragraphs without a letter or digit, such as `* * *`, are left out: no voice speaks them.
 * @throws ManuscriptFault where no text is left, or a limit is passed
 */
export async function chaptersOf(sections: DraftSection[], book: Book): Promise<ManuscriptChapter[]> {
  const { limits, turn } = book
  const chapters: ManuscriptChapter[] = []
  let headings: string[] = []
  let characters = 0
  for (const section of sections) {
    const title = oneLine(clean(section.title))
    const paragraphs = await paragraphsOf(section, book)
    if (hasWords(title) && !(paragraphs.length === 0 && sameWords(title, book.title))) headings.push(title)
    if (paragraphs.length === 0) continue
    characters += paragraphs.reduce((sum, { text }) => sum + text.length, 0)
    if (characters > limits.maxCharacters) throw tooManyCharacters(limits)
    chapters.push(...parts({ title: headings.join(': ') || book.title || untitled, paragraphs }, limits))
    headings = []
    if (chapters.length > limits.maxChapters)
      throw new ManuscriptFault(`The book has more than ${limits.maxChapters} chapters`)
    await turn()
  }
  if (chapters.length === 0) throw new ManuscriptFault('The file has no text to speak')
  for (const heading of headings) chapters.at(-1)?.paragraphs.push({ text: heading })
  return chapters
}

async function paragraphsOf(
  { paragraphs }: DraftSection,
  { limits, turn, lines, language }: Book,
): Promise<ManuscriptParagraph[]> {
  const kept: ManuscriptParagraph[] = []
  for (const written of paragraphs) {
    const paragraph = clean(written)
    if (!hasWords(paragraph)) continue
    for (const { text, ...said } of lines.turnsOf(paragraph)) {
      const pieces = await cutParagraph(text, { max: limits.maxCharactersPerParagraph, language, turn })
      for (const piece of pieces.filter(hasWords)) kept.push({ text: piece, ...said })
      await turn()
    }
  }
  return kept
}

function parts({ title, paragraphs }: ManuscriptChapter, limits: ManuscriptLimits): ManuscriptChapter[] {
  const groups: ManuscriptParagraph[][] = []
  let group: ManuscriptParagraph[] = []
  let characters = 0
  for (const paragraph of paragraphs) {
    const isFull =
      group.length === limits.maxParagraphsPerChapter ||
      characters + paragraph.text.length > limits.maxCharactersPerChapter
    if (isFull && group.length > 0) {
      groups.push(group)
      group = []
      characters = 0
    }
    group.push(paragraph)
    characters += paragraph.text.length
  }
  groups.push(group)
  if (groups.length === 1) return [{ title: oneLine(title), paragraphs }]
  return groups.map((some, index) => {
    const suffix = ` (${index + 1})`
    return { title: `${oneLine(title, 200 - suffix.length)}${suffix}`, paragraphs: some }
  })
}
