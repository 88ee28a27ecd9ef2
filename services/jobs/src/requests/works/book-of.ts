import { conflict } from '@utter/http/problem'
import type { Deps } from '../../deps.ts'
import { bytesOfChapter, durationOfChapter, startsOfSections } from '../../domain/works/chapter-length.ts'
import { type ParagraphTimes, shownTextOf } from '../../domain/works/paragraph-times.ts'
import { sentenceTimesOf } from '../../domain/works/sentence-times.ts'
import type { Chapter, ChapterOutline, ShownWork } from '../../domain/works/work.ts'
import { tagOfChapter } from '../../views/works/chapter-tag.ts'
import type { Book, BookChapter, BookSound } from '../../views/works/epub/book.ts'
import { timesOfChapter } from './chapter-times.ts'
import { languageOfWork } from './language-of-work.ts'

type BookDeps = Pick<Deps, 'chapters' | 'wordTimes' | 'versions' | 'statements'>

/** @throws Problem 409 until each chapter can be heard */
export function checkIsHeard(outlines: ChapterOutline[]): void {
  if (outlines.some((chapter) => bytesOfChapter(chapter) === undefined))
    throw conflict('work_not_spoken', 'Not all of the work is spoken yet')
}

/**
 * A work as a book: all of its texts, and when its paragraphs sound; its sounds are read later. Chapters are read one after the other.
 * @param hasSound false: its texts alone
 * @throws Problem 503 when speech is unavailable
 */
export async function bookOf(
  deps: BookDeps,
  work: ShownWork,
  { outlines, hasSound }: { outlines: ChapterOutline[]; hasSound: boolean },
): Promise<Book> {
  const language = languageOfWork(deps, work)
  const chapters: BookChapter[] = []
  for (const { _id } of outlines) {
    const chapter = await deps.chapters.read(work.userId, _id)
    if (!chapter) continue
    const times = hasSound ? await timesOfChapter(deps, work, chapter) : undefined
    chapters.push({
      title: chapter.title,
      sections: sectionsOfPage(chapter, times?.sections, { ofWords: work.language, ofSentences: language }),
      ...(times && { sound: soundOf(deps, work, chapter) }),
    })
  }
  return {
    id: work._id,
    title: work.title,
    language,
    voiceId: work.voiceId,
    modifiedAt: work.updatedAt,
    chapters,
  }
}

function sectionsOfPage(
  { sections }: Chapter,
  times: ParagraphTimes[][] | undefined,
  read: { ofWords: string | undefined; ofSentences: string },
): BookChapter['sections'] {
  return sections.map(({ paragraphs }, at) =>
    paragraphs.map(({ text: written }, index) => {
      const text = shownTextOf(written).trim()
      const { startMs, wordStarts = [] } = times?.[at]?.[index] ?? {}
      if (startMs === undefined) return { text }
      const sentences = sentenceTimesOf(text, { wordStarts, ...read })
      return { text, startMs, ...(sentences && { sentences }) }
    }),
  )
}

function soundOf({ statements }: BookDeps, work: ShownWork, { sections, ...chapter }: Chapter): BookSound {
  // The texts are not kept for as long as the sounds are sent.
  const outline = {
    ...chapter,
    sections: sections.map(({ paragraphs: _, ...section }) => ({ ...section, paragraphs: [] })),
  }
  const tag = tagOfChapter(outline, work, statements)
  return {
    chapter: outline,
    tag,
    sizeBytes: tag.length + (bytesOfChapter(outline) ?? 0),
    durationMs: durationOfChapter(outline),
    sectionStarts: startsOfSections(outline) ?? [],
  }
}
