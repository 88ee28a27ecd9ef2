import type { Row, Status } from './check.ts'

const indent = ' '.repeat(9)

/**
 * The rows as text: those that failed, warnings, and the others in a line for each group. @param isWhole whether each row has lines of its own
 */
export function render(rows: readonly Row[], isWhole: boolean): string {
  const isFolded = ({ status }: Row) => !isWhole && (status === 'ok' || status === 'skipped')
  const lines = rows.filter((row) => !isFolded(row)).map(linesOf)
  const folded = (['skipped', 'ok'] as const).flatMap((status) =>
    foldedOf(
      rows.filter((row) => isFolded(row)),
      status,
    ),
  )
  const counts = (['failed', 'warning', 'skipped', 'ok'] as const).map(
    (status) => `${rows.filter((row) => row.status === status).length} ${status}`,
  )
  return [...lines, ...folded, counts.join(', ')].join('\n')
}

const linesOf = ({ name, status, observed, action }: Row): string =>
  [`${status.padEnd(8)} ${name}`, `${indent}${observed}`, ...(action === null ? [] : [`${indent}→ ${action}`])].join(
    '\n',
  )

function foldedOf(rows: readonly Row[], status: Status): string[] {
  const groups = Map.groupBy(
    rows.filter((row) => row.status === status),
    ({ name }) => name.slice(0, name.indexOf(':')),
  )
  return [...groups].map(([group, all]) => {
    const things = all.map(({ name }) => name.slice(name.indexOf(':') + 2))
    return `${status.padEnd(8)} ${group}: ${things.join(', ')}`
  })
}
