import { maxDepth, sentenceOfDepth } from './check-values.ts'
import { invalid } from './problem.ts'

/** Values of any body, with those of a batch of a hundred jobs whose maps are full: more would only block the one thread. */
const maxValues = 50_000

const [quote, backslash, comma, openBrace, closeBrace, openBracket, closeBracket] = Buffer.from('"\\,{}[]')

/**
 * The look at the bytes of a body before they are parsed: a document of deep or many values takes `JSON.parse` a fifth of a second, in which
 * no other request is answered; to count them takes a hundredth of that. Whether it is JSON at all is left to the parser.
 * @throws Problem 400 past `maxDepth` levels or `maxValues` values
 */
export function checkShape(body: Buffer): void {
  let [depth, values] = [0, 0]
  /** The last string of the outermost value: the body's own field, where a list or an object follows it. */
  let name: [start: number, end: number] = [0, 0]
  const refuse = (rule: string): never => {
    const field = depth > 1 && name[1] > 0 ? body.toString('utf8', ...name) : undefined
    throw invalid([{ field: field ?? 'body', message: `${field ?? 'The body'} ${rule}` }])
  }
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (byte === quote) {
      const end = endOfString(body, at)
      if (depth === 1) name = [at + 1, end]
      at = end
    } else if (byte === comma) values++
    else if (byte === openBrace || byte === openBracket) {
      depth++
      values++
      if (depth > maxDepth) refuse(sentenceOfDepth)
    } else if (byte === closeBrace || byte === closeBracket) depth--
    if (values > maxValues) refuse(`must have at most ${maxValues} fields and entries`)
  }
}

/** @returns the place of the quote that ends the string that begins at `start`, or the body's end */
function endOfString(body: Buffer, start: number): number {
  for (let at = start + 1; at < body.length; at++) {
    if (body[at] === backslash) at++
    else if (body[at] === quote) return at
  }
  return body.length
}
