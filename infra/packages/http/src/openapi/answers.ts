import type * as z from 'zod/mini'
import { jsonSchemaOf } from './json-schema.ts'
import type { JsonSchema, Operation, OperationAnswer, StreamEvent } from './operation.ts'

type Components = Record<string, JsonSchema>

/** The successes of a route: the JSON of its own schemas, and the additions of its operation. */
export function answersOf(
  { answers = {} }: Operation,
  json: Record<string, z.ZodMiniType>,
  schemas: Components,
): JsonSchema {
  const statuses = [...new Set([...Object.keys(json), ...Object.keys(answers)])]
  return Object.fromEntries(
    statuses.map((status) => [status, answerOf(answers[Number(status)] ?? {}, json[status], schemas)]),
  )
}

function answerOf(
  { description, types = [], items = {}, events, headers = [] }: OperationAnswer,
  json: z.ZodMiniType | undefined,
  schemas: Components,
): JsonSchema {
  const content: Record<string, JsonSchema> = {}
  if (json) content['application/json'] = { schema: jsonSchemaOf(json, 'output', schemas) }
  for (const [type, schema] of Object.entries(items))
    content[type] = { schema: jsonSchemaOf(schema, 'output', schemas) }
  for (const type of types)
    content[type] = { schema: { type: 'string', ...(type.startsWith('audio/') && { format: 'binary' }) } }
  if (events) content['text/event-stream'] = { schema: { oneOf: events.map((event) => eventSchema(event, schemas)) } }
  const about = (events ?? []).map(({ name, description }) => `- ${name ? `\`${name}\`` : 'unnamed'}: ${description}`)
  return {
    description: [description ?? 'Success', about.length > 0 ? `Events:\n${about.join('\n')}` : '']
      .filter(Boolean)
      .join('\n\n'),
    ...(headers.length > 0 && {
      headers: Object.fromEntries(headers.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    }),
    ...(Object.keys(content).length > 0 && { content }),
  }
}

/**
 * The schema of a stream's event, as its reader has it: most tools take the schema of a stream for that of its events.
 */
const eventSchema = ({ name = 'message', schema, description }: StreamEvent, schemas: Components): JsonSchema => ({
  type: 'object',
  title: name,
  description,
  properties: {
    event: { const: name },
    data: {
      type: 'string',
      contentMediaType: 'application/json',
      contentSchema: jsonSchemaOf(schema, 'output', schemas),
    },
    id: { type: 'string' },
  },
  required: ['event', 'data'],
})
