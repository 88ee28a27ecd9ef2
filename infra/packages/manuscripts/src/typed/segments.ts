/** Characters that are parsed at once: of hostile ones some 50 ms. */
const wantedLength = 32 * 1_024
/** Without an empty line, and in a block of code: what is longer is cut at a line's end. */
const maxLength = 64 * 1_024
const maxCodeLength = 256 * 1_024
const fence = /^ {0,3}(`{3,}|~{3,})/

/**
 * A source of Markdown in pieces that mean the same apart as together: an empty line ends each, a line that is not indented begins the
 * next, and none ends within a block of code. Hostile ones are cut before they cost much.
 */
export function segmentsOf(source: string): string[] {
  const segments: string[] = []
  let lines: string[] = []
  let length = 0
  let opened = ''
  for (const line of source.split('\n')) {
    const isBorder = lines.at(-1)?.trim() === '' && /^\S/.test(line) && opened === ''
    if (length > (opened === '' ? maxLength : maxCodeLength) || (length > wantedLength && isBorder)) {
      segments.push(lines.join('\n'))
      lines = []
      length = 0
      opened = ''
    }
    const mark = fence.exec(line)?.[1] ?? ''
    if (opened === '') opened = mark
    else if (mark.startsWith(opened) && line.trim() === mark) opened = ''
    lines.push(line)
    length += line.length + 1
  }
  return [...segments, lines.join('\n')]
}
