import type { Examined } from './examined.ts'

export const statuses = ['failed', 'warning', 'skipped', 'ok'] as const
export type Status = (typeof statuses)[number]
/** The result of a check. `action`: the command or the setting that mends it, where something is to be mended. */
export type Finding = { status: Status; observed: string; action?: string }
/** A line of the report; `action` is null where nothing is to be done. */
export type Row = { name: string; status: Status; observed: string; action: string | null }

/** A thing that is looked at. `name` is `<group>: <thing>`. */
export type Check = {
  name: string
  /** Milliseconds for it, if not the usual ones. */
  limitMs?: number
  examine(examined: Examined): Promise<Finding>
}

export const ok = (observed: string): Finding => ({ status: 'ok', observed })
export const skipped = (observed: string): Finding => ({ status: 'skipped', observed })
export const warning = (observed: string, action: string): Finding => ({ status: 'warning', observed, action })
export const failed = (observed: string, action: string): Finding => ({ status: 'failed', observed, action })

/** The finding of something that matters in production alone. */
export const inProduction = (isProduction: boolean, observed: string, action: string): Finding =>
  isProduction ? warning(observed, action) : ok(`${observed} (not in production)`)

/** The first of some names, and how many more there are. */
export function few(names: readonly string[], max = 4): string {
  const more = names.length - max
  return more > 0 ? `${names.slice(0, max).join(', ')} and ${more} more` : names.join(', ')
}
