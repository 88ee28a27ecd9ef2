import type * as z from 'zod/mini'

/** What the API's description says of a field: a sentence, or a sentence with what zod cannot tell of it, in JSON Schema. */
export type FieldDescription = string | { description: string; [keyword: string]: unknown }

/** Of an address that is called: zod parses it, and JSON Schema says it so. */
export const webAddress = { format: 'iri', pattern: '^https?://' }

export type SchemaDescription = {
  schema: z.ZodMiniType
  /** Its name in the API's description. */
  id: string
  description: string
  fields: Record<string, FieldDescription>
}

/** Sentences beside a schema, since those in it would travel to every browser. */
export const describe = <Schema extends z.ZodMiniObject>(
  schema: Schema,
  id: string,
  description: string,
  fields: { [Name in keyof z.infer<Schema>]?: FieldDescription },
): SchemaDescription => ({ schema, id, description, fields: fields as SchemaDescription['fields'] })
