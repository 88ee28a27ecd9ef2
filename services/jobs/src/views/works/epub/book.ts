import type { TimedSentence } from '../../../domain/works/sentence-times.ts'
import type { ChapterOutline } from '../../../domain/works/work.ts'

/** A paragraph of a page; `startMs` of the chapter's mp3, where it is known when it sounds. `sentences` are its text, where it has several. */
export type PageParagraph = { text: string; startMs?: number; sentences?: TimedSentence[] }

/** Sound of a chapter, and the milliseconds at which each section of it begins. */
export type BookSound = {
  chapter: ChapterOutline
  /** Before the sound, in the same file. */
  tag: Buffer
  sizeBytes: number
  durationMs: number
  sectionStarts: number[]
}

/** A chapter as a page: `sections` have its paragraphs. Without `sound`: it is read with the eyes alone. */
export type BookChapter = { title: string; sections: PageParagraph[][]; sound?: BookSound }

export type Book = {
  id: string
  title: string
  /** BCP 47; `und` where it is not known. */
  language: string
  voiceId: string
  modifiedAt: Date
  chapters: BookChapter[]
}

/** Name of the files of a chapter, of which a book has 500 at the most. @param index from 0 */
export const chapterName = (index: number): string => `chapter-${String(index + 1).padStart(3, '0')}`

/** Ids of the elements of a page: a paragraph, a sentence of it, and what holds a section. */
export const paragraphId = (section: number, index: number): string => `p${section + 1}-${index + 1}`
export const sentenceId = (paragraph: string, index: number): string => `${paragraph}-${index + 1}`
export const sectionId = (section: number): string => `s${section + 1}`
