import { parseArgs } from 'node:util'
import { StartError } from '@utter/local/start-error'

export type Options = {
  help: boolean
  /** Short turns and three pairs, each figure held against its last known spread. */
  quick: boolean
  /** Rows to run, in the order of the table; all when none was named, and in a quick run all that are not long. */
  names: string[]
  /** Rows that a quick run leaves out. */
  tooLong: string[]
  /** Results files of full runs, or none: nothing is measured, and the README's table is made. */
  table?: string[]
  /** Where the JSON goes, if not into `results/`. */
  json?: string
  /** Turns of each side; at least five unless quick or asked for. */
  pairs: number
  /** Streams of the row `sse`. */
  streams: number
}

const spec = {
  help: { type: 'boolean' },
  quick: { type: 'boolean' },
  table: { type: 'boolean' },
  json: { type: 'string' },
  pairs: { type: 'string' },
  streams: { type: 'string' },
} as const

/** @throws StartError with the one sentence that a person needs */
export function readOptions(args: string[], rows: { name: string; isLong?: true }[]): Options {
  const { values, positionals } = parsed(args)
  const quick = values.quick ?? false
  const named = values.table ? [] : positionals
  const known = rows.map(({ name }) => name)
  const unknown = named.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new StartError(`No row is called '${unknown}'; there are ${known.join(', ')}.`)
  const tooLong = quick && named.length === 0 ? rows.filter(({ isLong }) => isLong).map(({ name }) => name) : []
  const wanted = named.length === 0 ? known.filter((name) => !tooLong.includes(name)) : named
  return {
    help: values.help ?? false,
    quick,
    names: known.filter((name) => wanted.includes(name)),
    tooLong,
    pairs: numberOf('pairs', values.pairs, quick ? 3 : 5, 1, 100),
    streams: numberOf('streams', values.streams, 2_000, 10, 50_000),
    ...(values.table && { table: positionals }),
    ...(values.json !== undefined && { json: values.json }),
  }
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options: spec, allowPositionals: true })
  } catch (error) {
    const option = /'?(--?[\w-]+)/.exec((error as Error).message)?.[1]
    throw new StartError(`${option ?? 'An option'} is not understood: npm run bench -- --help lists the options.`)
  }
}

function numberOf(name: string, given: string | undefined, otherwise: number, min: number, max: number): number {
  if (given === undefined) return otherwise
  const number = Number(given)
  if (!Number.isInteger(number) || number < min || number > max)
    throw new StartError(`--${name} must be a whole number from ${min} to ${max}, and '${given}' is not.`)
  return number
}
