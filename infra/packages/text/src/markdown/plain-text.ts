import { blocksOf } from './blocks.ts'
import { createMarkdownParser, markdownSource } from './parser.ts'

const parser = createMarkdownParser()
const mayBeMarkup = /[*_`~[\]<>|\\&#]|^[ \t]*(?:[-+•‣◦▪●○∙·=]|\d+[.)])/m

/**
 * The words of a text in Markdown, or of one without any, in which nothing changes. Each letter and digit stays, in order, but for those
 * of the markup itself: targets of links, tags of HTML and their attributes, comments, the language of a block of code.
 */
export function plainText(text: string): string {
  if (!mayBeMarkup.test(text)) return tidy(text)
  const blocks = blocksOf(parser.parse(markdownSource(text), {}))
  const joined = blocks.map(({ text: words, from }, index) => {
    const before = blocks[index - 1]
    return `${before ? (from > before.to ? '\n\n' : '\n') : ''}${words}`
  })
  return tidy(joined.join(''))
}

/** Single blanks, none at the ends of lines, at most one empty line. */
const tidy = (text: string) =>
  text
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?(\n) ?/g, '$1')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
