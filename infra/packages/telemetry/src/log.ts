import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { createHiding } from './hide-secrets.ts'
import { currentTraceId } from './trace.ts'

export type Log = Logger

/** Fields that must never be written, should one be logged by mistake. */
const secrets = [
  'password',
  'passwordHash',
  'authorization',
  'xi-api-key',
  'cookie',
  'token',
  'secret',
  'apiKey',
  'userText',
  'text',
  'reply',
  'aiResponse',
  'spokenText',
  'shownText',
  'parts',
]

const flushBytes = 8 * 1024
const flushMs = 100

/**
 * Standard output with a buffer of a tenth of a second: a write for each line costs a server more than the line. The end of the
 * process writes the rest, and so does a fatal line; only a kill -9 loses the last tenth.
 */
export function bufferedOutput(): DestinationStream {
  const output = pino.destination({ fd: process.stdout.fd, sync: false, minLength: flushBytes })
  const write = output.write.bind(output)
  let [isWaiting, hasLines] = [false, false]
  const flush = () => {
    isWaiting = false
    output.flush()
  }
  // Not at each interval: a flush of an empty buffer is a write too, which an idle process would pay ten times a second.
  output.write = (line) => {
    if (!isWaiting) setTimeout(flush, flushMs).unref()
    isWaiting = true
    hasLines = true
    return write(line)
  }
  // A flush does nothing while a write is in flight: lines that came meanwhile follow it.
  output.on('drain', () => {
    if (!hasLines || isWaiting) return
    hasLines = false
    output.flush()
  })
  return output
}

/**
 * JSON lines, each with the process's name and the trace that it belongs to.
 * @param output standard output, a line at a time, if not another
 */
export function createLog(name: string, level = 'info', output?: DestinationStream): Log {
  const options: LoggerOptions = {
    name,
    level,
    formatters: { level: (label) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: secrets.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.headers["${field}"]`]),
      censor: '[hidden]',
    },
    hooks: { streamWrite: createHiding(process.env) },
    mixin: () => {
      const traceId = currentTraceId()
      return traceId ? { traceId } : {}
    },
  }
  return output ? pino(options, output) : pino(options)
}
