import type * as z from 'zod/mini'

/** The API's description of a field: a sentence, or a sentence with JSON Schema keywords that zod cannot express. */
export type FieldDescription = string | { description: string; [keyword: string]: unknown }

/** JSON Schema of an address that is called, which zod checks by parsing it. */
export const webAddress = { format: 'iri', pattern: '^https?://' }

export type SchemaDescription = {
  schema: z.ZodMiniType
  /** Its name in the API's description. */
  id: string
  description: string
  fields: Record<string, FieldDescription>
}

/** Sentences apart from a schema, since those in it would travel to every browser. */
export const describe = <Schema extends z.ZodMiniObject>(
  schema: Schema,
  id: string,
  description: string,
  fields: { [Name in keyof z.infer<Schema>]?: FieldDescription },
): SchemaDescription => ({ schema, id, description, fields: fields as SchemaDescription['fields'] })
