import { type Manuscript, type ManuscriptKind, type ManuscriptLimits, manuscriptLimits } from '../../src/manuscript.ts'
import { fileOfBytes } from '../../src/manuscript-file.ts'
import { readManuscript } from '../../src/read-manuscript.ts'

/** A file of this kind, read; a string is its UTF-8. */
export const read = (
  kind: ManuscriptKind,
  content: string | Uint8Array,
  limits: Partial<ManuscriptLimits> = {},
): Promise<Manuscript> =>
  readManuscript(kind, fileOfBytes(Buffer.from(content)), { limits: { ...manuscriptLimits, ...limits } })

/** Chapters as `[title, ...paragraphs]`. */
export const rows = ({ chapters }: Manuscript): string[][] =>
  chapters.map(({ title, paragraphs }) => [title, ...paragraphs.map(({ text }) => text)])
