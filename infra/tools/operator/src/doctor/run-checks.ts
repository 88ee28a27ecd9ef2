import { withTimeout } from '@utter/runtime/with-timeout'
import { type Check, type Row, statuses } from './check.ts'
import type { Examined } from './examined.ts'
import { NotExamined } from './not-examined.ts'

const usualLimitMs = 8_000

class Late extends Error {}

/**
 * Makes all checks side by side, each within its own time: what hangs costs a row. @returns the rows by their status, failed ones first, each kind in
 * the order of the checks, which is from causes to effects
 */
export async function runChecks(
  checks: readonly Check[],
  examined: Examined,
  { limitMs = usualLimitMs, redact = (text: string) => text } = {},
): Promise<Row[]> {
  const rows = await Promise.all(
    checks.map(async (check) => {
      const { name, status, observed, action } = await rowOf(check, examined, check.limitMs ?? limitMs)
      return { name, status, observed: redact(observed), action: action === null ? null : redact(action) }
    }),
  )
  return statuses.flatMap((status) => rows.filter((row) => row.status === status))
}

async function rowOf({ name, examine }: Check, examined: Examined, limitMs: number): Promise<Row> {
  try {
    // A check that throws at once is no other than one that throws later.
    const made = (async () => examine(examined))()
    const { status, observed, action = null } = await withTimeout(limitMs, made, () => new Late())
    return { name, status, observed, action }
  } catch (error) {
    if (error instanceof NotExamined) return { name, status: 'skipped', observed: error.message, action: null }
    const observed = error instanceof Late ? `no answer within ${limitMs / 1_000} s` : messageOf(error)
    return { name, status: 'failed', observed, action: 'look at its log, and run the doctor again' }
  }
}

/** The message of an error, which for several at once is that of the first. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  // An error of `fetch` has its reason in the cause alone.
  return error.message === 'fetch failed' && cause ? messageOf(cause) : error.message || error.name
}
