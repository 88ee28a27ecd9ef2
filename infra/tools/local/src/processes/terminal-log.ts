import type { Report } from '../report.ts'

const grave = new Set(['warn', 'error', 'fatal'])
const unpublishedSince = new Set([
  'level',
  'time',
  'pid',
  'hostname',
  'name',
  'service',
  'msg',
  'v',
  'traceId',
  'spanId',
])

// While a server is away its users say so several times a second; the log file has every line.
const sameAgainAfterMs = 30_000

/**
 * Which lines of a process reach the terminal, in a person's form: warnings and worse, the same sentence once in half a minute;
 * or everything when asked.
 */
export function terminalLog(
  name: string,
  { verbose, report }: { verbose: boolean; report: Report },
): (line: string) => void {
  const saidMs = new Map<string, number>()
  const isNews = (sentence: string) => {
    if (Date.now() - (saidMs.get(sentence) ?? 0) < sameAgainAfterMs) return false
    saidMs.set(sentence, Date.now())
    return true
  }
  return (line) => {
    const entry = parse(line)
    if (!entry) {
      if (verbose) report(`${name}: ${line}`)
    } else if (verbose || (grave.has(String(entry.level)) && isNews(String(entry.msg)))) {
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
    .filter(([key]) => !unpublishedSince.has(key))
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
