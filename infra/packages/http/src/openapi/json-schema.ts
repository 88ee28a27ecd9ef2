import { schemaDescriptions } from '@utter/contracts/description/all'
import * as z from 'zod/mini'
import type { JsonSchema } from './operation.ts'

const registry = z.registry<{ id: string }>()
for (const { schema, id } of schemaDescriptions) registry.add(schema, { id })
const described = new Map<unknown, (typeof schemaDescriptions)[number]>(
  schemaDescriptions.map((description) => [description.schema, description]),
)

/** Formats that make zod's pattern superfluous. */
const plainFormats = new Set(['date-time', 'date', 'uuid'])

/**
 * A zod schema as JSON Schema. Schemas with a name in the contracts' descriptions are referred to, and gathered in
 * `components`. Unknown fields are left open: clients must accept an answer that has grown.
 * @param io what a client sends, or what it gets
 */
export function jsonSchemaOf(
  schema: z.ZodMiniType,
  io: 'input' | 'output',
  components: Record<string, JsonSchema>,
): JsonSchema {
  // As the entry of a list, since the schema at the root is never referred to.
  const json = z.toJSONSchema(z.array(schema), {
    io,
    metadata: registry,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => finish(zodSchema, jsonSchema),
  })
  const { items, $defs = {} } = withRefs(json) as { items: JsonSchema; $defs?: Record<string, JsonSchema> }
  for (const [name, definition] of Object.entries($defs)) addComponent(components, name, definition)
  return items
}

/** @throws when two schemas have the same name */
function addComponent(components: Record<string, JsonSchema>, name: string, definition: JsonSchema): void {
  const known = components[name]
  if (known && JSON.stringify(known) !== JSON.stringify(definition))
    throw new Error(`two schemas have the name ${name}`)
  components[name] = definition
}

/** Removes what zod adds and readers do not need. */
function tidy(json: JsonSchema): JsonSchema {
  delete json.additionalProperties
  if (plainFormats.has(String(json.format))) delete json.pattern
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
  return json
}

function finish(zodSchema: unknown, json: JsonSchema): void {
  tidy(json)
  const about = described.get(zodSchema)
  if (!about) return
  json.description = about.description
  const properties = (json.properties ?? {}) as Record<string, JsonSchema>
  for (const [name, field] of Object.entries(about.fields)) {
    const property = properties[name]
    if (!property) continue
    const { description, ...keywords } = typeof field === 'string' ? { description: field } : field
    // A schema that several fields share, such as that of an id, is one object here: each field has a sentence of its own.
    properties[name] = tidy({ ...property, description })
    // Keywords of a field that may be null are about its values.
    Object.assign(schemaOfValue(properties[name]), keywords)
  }
}

/** The schema of a value that is not null. */
function schemaOfValue(property: JsonSchema): JsonSchema {
  const [value, none] = (property.anyOf ?? []) as JsonSchema[]
  return value && none?.type === 'null' ? value : property
}

/** zod's `#/$defs/X` as OpenAPI's `#/components/schemas/X`. */
function withRefs(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'))
}
