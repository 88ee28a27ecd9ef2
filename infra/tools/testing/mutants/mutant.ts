/** A change of a few characters of a source file. `code`: the whole expression as edited, where that is not the same characters. */
export type Edit = { start: number; end: number; text: string; code?: string }

/** A change that a test should notice: an expression of a file, and the edit that falsifies it. */
export type Mutant = {
  /** Unique within its file, and the same for as long as the line that it changes is. */
  id: string
  /** The path in the repository. */
  file: string
  line: number
  /** The expression that is evaluated as edited in place of as written. */
  node: { start: number; end: number }
  edit: Edit
  /** The lines of the edit, in one line, as written and as edited. */
  before: string
  after: string
}

export const applied = (text: string, { start, end, text: inserted }: Edit, from = 0, to = text.length): string =>
  text.slice(from, start) + inserted + text.slice(end, to)
