import type { ChapterOutline } from '../../../domain/works/work.ts'

/** A paragraph of a page; `startMs` of the chapter's mp3, where it is known when it sounds. */
export type PageParagraph = { text: string; startMs?: number }

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

/** Id of the element of a paragraph in its page, and of one that holds a section. */
export const paragraphId = (section: number, index: number): string => `p${section + 1}-${index + 1}`
export const sectionId = (section: number): string => `s${section + 1}`
