import { ManuscriptFault, type ManuscriptLimits, tooManyCharacters } from '../manuscript.ts'

/** Markup and blanks of a text file that are allowed for beside its characters. */
const maxRawRatio = 4

/**
 * A text file's characters: UTF-8, or UTF-16 with its mark, with `\n` at ends of lines.
 * @throws ManuscriptFault for bytes that are no text
 */
export function decodedText(bytes: Uint8Array, limits: ManuscriptLimits): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  const text = decodedAs(encoding, bytes)
  if (text.includes('\0')) throw new ManuscriptFault('The file is not a text: it has bytes that no text has')
  if (text.length > limits.maxCharacters * maxRawRatio) throw tooManyCharacters(limits)
  return text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
}

function decodedAs(encoding: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new ManuscriptFault(
      encoding === 'utf-8'
        ? 'The file is not text in UTF-8: save it as UTF-8 and send it again'
        : 'The file is not text in UTF-16, as its first bytes say: save it as UTF-8 and send it again',
      { cause },
    )
  }
}
