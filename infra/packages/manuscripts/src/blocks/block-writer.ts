import { type ManuscriptLimits, tooManyCharacters } from '../manuscript.ts'
import type { Block } from './block.ts'
import { clean } from './clean.ts'

/** Characters of a book so far, over all of its files. */
export type Tally = {
  add: (characters: number) => void
  /** Counts a block that has not ended, blanks included. */
  expect: (characters: number) => void
}

/** @throws ManuscriptFault by `add`, once there are too many: a hostile file is left there */
export function createTally(limits: ManuscriptLimits): Tally {
  let characters = 0
  const maxWithBlanks = limits.maxCharacters * 4
  return {
    expect: (more) => {
      if (characters + more > maxWithBlanks) throw tooManyCharacters(limits)
    },
    add: (more) => {
      characters += more
      if (characters > limits.maxCharacters) throw tooManyCharacters(limits)
    },
  }
}

type Row = { cells: string[][]; depth: number }

/** Blocks of a document whose texts, ends of blocks and cells of tables are met one after the other. */
export class BlockWriter {
  readonly blocks: Block[] = []
  readonly #tally: Tally
  #parts: string[] = []
  #length = 0
  #row: Row | undefined

  constructor(tally: Tally) {
    this.#tally = tally
  }

  /** Line ends in it are blanks. */
  text(text: string): void {
    this.#length += text.length
    this.#tally.expect(this.#length)
    this.#parts.push(text.replace(/[\r\n]/g, ' '))
  }

  lineBreak(): void {
    this.#parts.push('\n')
  }

  anchor(anchor: string): void {
    this.blocks.push({ anchor })
  }

  /** @param level of a heading; undefined: a paragraph */
  endBlock(level?: number): void {
    if (this.#parts.length === 0) return
    const text = clean(this.#parts.join(''))
    this.dropBlock()
    if (text === '') return
    this.#tally.add(text.length)
    if (this.#row) this.#row.cells.at(-1)?.push(text)
    else this.blocks.push(level === undefined ? { text } : { text, level })
  }

  dropBlock(): void {
    this.#parts = []
    this.#length = 0
  }

  /** Rows of a table within a cell belong to that cell. */
  openRow(): void {
    this.endBlock()
    if (this.#row) this.#row.depth++
    else this.#row = { cells: [[]], depth: 1 }
  }

  openCell(): void {
    this.endBlock()
    if (this.#row?.depth === 1) this.#row.cells.push([])
  }

  /** A row is a paragraph, cells with commas; a row of one cell is layout, whose paragraphs stay. */
  closeRow(): void {
    this.endBlock()
    if (!this.#row || --this.#row.depth > 0) return
    const cells = this.#row.cells.filter((texts) => texts.length > 0)
    this.#row = undefined
    const texts = cells.length > 1 ? [cells.map((cell) => cell.join(' ')).join(', ')] : (cells[0] ?? [])
    for (const text of texts) this.blocks.push({ text })
  }

  /** An element that was left open ends where the document does. */
  done(): Block[] {
    if (this.#row) this.#row.depth = 1
    this.closeRow()
    this.endBlock()
    return this.blocks
  }
}
