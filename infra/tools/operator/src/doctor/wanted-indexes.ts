import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

const Index = z.looseObject({ key: z.record(z.string(), z.unknown()) })

/** The indexes of each collection of each service: their stores' own, which a rule writes down, since no service is part of the operator's image. */
export const wantedIndexes: Record<string, Record<string, z.infer<typeof Index>[]>> = z
  .record(z.string(), z.record(z.string(), z.array(Index)))
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'wanted-indexes.json'), 'utf8')))
