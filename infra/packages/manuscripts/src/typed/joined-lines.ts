const withoutBlanks = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFFEF]/u

/**
 * Lines that a width has broken, as one. A word that was parted by a hyphen is joined with it, since it may be its own; in scripts
 * without blanks between words there is none between lines.
 */
export function joinedLines(lines: string[]): string {
  const parts: string[] = []
  let before = ''
  for (const line of lines.map((one) => one.trim()).filter((one) => one !== '')) {
    if (before !== '' && !isTouching(before, line)) parts.push(' ')
    parts.push(line)
    before = line
  }
  return parts.join('')
}

const isTouching = (before: string, behind: string) =>
  (/\p{L}[-\u2010\u00AD]$/u.test(before.slice(-3)) && /^\p{L}/u.test(behind)) ||
  (withoutBlanks.test(before.slice(-1)) && withoutBlanks.test(behind.slice(0, 1)))
