import type { Report } from '../report.ts'

const grave = new Set(['warn', 'error', 'fatal'])
/** Fields that a person at the terminal does not need. */
const hiddenFields = new Set(['level', 'time', 'pid', 'hostname', 'name', 'service', 'msg', 'v', 'traceId', 'spanId'])

// While a server is unavailable its clients log that several times a second; the log file has every line.
const sameAgainAfterMs = 30_000

/**
 * The terminal's view of a process's log, in a form for people: warnings and worse, the same sentence once in half a minute; or every
 * line with `verbose`.
 */
export function terminalLog(
  name: string,
  { verbose, report }: { verbose: boolean; report: Report },
): (line: string) => void {
  const shownMs = new Map<string, number>()
  const isNew = (sentence: string) => {
    if (Date.now() - (shownMs.get(sentence) ?? 0) < sameAgainAfterMs) return false
    shownMs.set(sentence, Date.now())
    return true
  }
  return (line) => {
    const entry = parse(line)
    if (!entry) {
      if (verbose) report(`${name}: ${line}`)
    } else if (verbose || (grave.has(String(entry.level)) && isNew(String(entry.msg)))) {
      report(`${name} ${entry.level === 'warn' ? 'warning' : entry.level}: ${readable(entry)}`)
    }
  }
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    const entry: unknown = line.startsWith('{') ? JSON.parse(line) : undefined
    return typeof entry === 'object' && entry !== null ? { ...entry } : undefined
  } catch {
    return undefined
  }
}

function readable(entry: Record<string, unknown>): string {
  const fields = Object.entries(entry)
    .filter(([key]) => !hiddenFields.has(key))
    .map(
      ([key, value]) =>
        `${key}=${key === 'err' ? messageOf(value) : typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
  return [String(entry.msg ?? ''), ...fields].join(' ')
}

const messageOf = (value: unknown) =>
  typeof value === 'object' && value !== null && 'message' in value
    ? JSON.stringify(value.message)
    : JSON.stringify(value)
