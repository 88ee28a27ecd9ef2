import { grouped } from '../../lib/format/counted.ts'
import { decimal } from '../../lib/format/decimal.ts'

/** '0.42 s', '3.1 s', '12 s', '3 min', '2 h': no more digits than a figure within some percent has. */
export function timeText(ms: number): string {
  const seconds = ms / 1_000
  if (seconds === 0) return '0 s'
  if (seconds < 0.995) return `${decimal(seconds, 2)} s`
  if (seconds < 9.95) return `${decimal(seconds, 1)} s`
  if (seconds < 119.5) return `${Math.round(seconds)} s`
  const minutes = seconds / 60
  return minutes < 119.5 ? `${Math.round(minutes)} min` : `${grouped(Math.round(minutes / 60))} h`
}
