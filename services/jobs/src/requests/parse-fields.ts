import { type FieldFault, invalid } from '@utter/http/problem'
import type * as z from 'zod/mini'

/** The faults of a value by field, in words for people, or the value as its schema reads it. */
export function parseFields<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
): { data: z.infer<Schema> } | { faults: FieldFault[] } {
  const { data, error } = schema.safeParse(value)
  if (!error) return { data: data as z.infer<Schema> }
  return { faults: error.issues.map(({ path, message }) => ({ field: path.join('.') || 'body', message })) }
}

/** @throws Problem 400 that names the fields */
export function parsed<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.infer<Schema> {
  const result = parseFields(schema, value)
  if ('faults' in result) throw invalid(result.faults)
  return result.data
}
