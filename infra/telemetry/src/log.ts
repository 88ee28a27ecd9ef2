import { type Logger, pino } from 'pino'
import { currentTraceId } from './trace.ts'

export type Log = Logger

/** Fields that must never be written, whoever logs them by mistake. */
const secrets = [
  'password',
  'passwordHash',
  'authorization',
  'cookie',
  'token',
  'secret',
  'apiKey',
  'userText',
  'text',
  'reply',
  'aiResponse',
]

/** JSON lines on standard output, each with the process's name and the trace that it belongs to. */
export function createLog(name: string, level = 'info'): Log {
  return pino({
    name,
    level,
    formatters: { level: (label) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secrets.flatMap((field) => [field, `*.${field}`, `*.headers.${field}`]), censor: '[hidden]' },
    mixin: () => {
      const traceId = currentTraceId()
      return traceId ? { traceId } : {}
    },
  })
}
