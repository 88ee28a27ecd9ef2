/** A piece of a book in reading order: a paragraph, a heading of level 1 to 9, or a place that the table of contents names. */
export type Block = { text: string; level?: number } | { anchor: string }
