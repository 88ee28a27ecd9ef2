const delimiters = /^(?=[^|]*\|)(?=[^-]*-)[|:\- \t]+$/
const isRow = (line: string | undefined): line is string => line?.includes('|') === true

/**
 * Tables as lines of cells with commas. Rows keep cells beyond those of the heading, which GitHub's own rules leave out.
 * @param rowEnd is put behind each row
 */
export function withoutTables(lines: string[], rowEnd = ''): string[] {
  const plain: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (!isRow(line) || !delimiters.test(lines[at + 1] ?? '')) {
      plain.push(line)
      continue
    }
    plain.push(cellsOf(line) + rowEnd)
    for (at += 2; isRow(lines[at]); at++) plain.push(cellsOf(lines[at] ?? '') + rowEnd)
    at--
  }
  return plain
}

const cellsOf = (row: string): string =>
  row
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
    .filter((cell) => cell !== '')
    .join(', ')
