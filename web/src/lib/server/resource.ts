import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { read } from './query-client.ts'

/** A readable resource: its path in parts, and the server's own schema that each answer must pass. */
export const resource = <T>(key: readonly string[], schema: z.ZodMiniType<T>) =>
  queryOptions({ queryKey: key, queryFn: async (context) => schema.parse(await read()(context)) })

/** The same, null for a visitor. */
export const resourceOrNull = <T>(key: readonly string[], schema: z.ZodMiniType<T>) =>
  queryOptions({
    queryKey: key,
    queryFn: async (context) => z.nullable(schema).parse(await read('null')(context)),
  })
