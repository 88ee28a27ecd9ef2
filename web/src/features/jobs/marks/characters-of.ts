/** A whole mark in brackets, with the word of `say` and the text of `as`. */
const mark = /\[(?:(?:pause|rate|voice):[^[\]]*|say:([^[\]|]*)\|[^[\]|]*|as:[^[\]]*\]([^[]*)\[\/as)\]/gi

/** The characters of a text without its marks, as jobs counts them. A mark that jobs would refuse, or that is half written, is counted or not. */
export const charactersOf = (text: string): number =>
  text.replace(mark, (_, said = '', read = '') => said.trim() + read).length
