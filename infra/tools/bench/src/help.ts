import type { Row } from './row.ts'

export const helpOf = (rows: Row[]): string => `npm run bench -- [ROW…] [options]

Measures Utter against its peers on this machine, in turns, and prints the ratios.

Rows (all when none is named):
${rows.map(({ name, what }) => `  ${name.padEnd(11)} ${what}`).join('\n')}

Options:
  --quick        short turns, two pairs: shows that it works, not how fast it is
  --pairs N      turns of each side (5)
  --streams N    streams of the row sse (2000)
  --json FILE    where the figures go (infra/tools/bench/results/<time>.json)
  --help         this text

Exit code 0: every row ran; 1: a row could not be measured, or a peer could not be had. Goals do not count.`
