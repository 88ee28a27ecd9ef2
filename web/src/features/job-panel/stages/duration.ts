import { decimal } from '../../../lib/format/decimal.ts'

/** '0.4 s', '1 min 5 s'. */
export function durationOf(ms: number): string {
  if (ms < 59_950) return `${decimal(ms / 1_000, 1)} s`
  const seconds = Math.round(ms / 1_000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
