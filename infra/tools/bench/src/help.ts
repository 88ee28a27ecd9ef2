import type { Row } from './row.ts'

export const helpOf = (rows: Row[]): string => `npm run bench -- [ROW…] [options]
npm run bench -- --table [FILE…]

Measures Utter against its peers on this machine, in turns, and prints the ratios.

Rows (all when none is named):
${rows.map(({ name, what }) => `  ${name.padEnd(11)} ${what}`).join('\n')}

Options:
  --quick        less than five minutes, if nothing else runs: short turns, three pairs, without ${longOf(rows)};
                 says which figures left the spread of the last full runs
  --pairs N      turns of each side (5)
  --streams N    streams of the row sse (2000)
  --json FILE    where the figures go (infra/tools/bench/results/<time>.json)
  --table        measures nothing: writes the README's table from figures.jsonl, into which the rows of
                 results files of full runs are taken first
  --help         this text

Exit code 0: every row ran; 1: a row could not be measured, or a peer could not be had. Goals and spreads do not count.`

/** The rows that a quick run leaves out. */
const longOf = (rows: Pick<Row, 'name' | 'isLong'>[]): string =>
  rows
    .filter(({ isLong }) => isLong)
    .map(({ name }) => name)
    .join(', ')
