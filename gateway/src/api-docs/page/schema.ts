import type { JsonSchema } from '@utter/http/openapi/operation'
import { code, escaped, inline } from './html.ts'

const nameOf = (ref: unknown): string => String(ref).split('/').at(-1) ?? ''
const list = (value: unknown): JsonSchema[] => (Array.isArray(value) ? (value as JsonSchema[]) : [])

/** The type of a schema in a few words, with a link to each schema that has a name. */
export function typeOf(schema: JsonSchema): string {
  if (schema.$ref) return `<a href="#schema-${escaped(nameOf(schema.$ref))}">${escaped(nameOf(schema.$ref))}</a>`
  const choices = list(schema.anyOf ?? schema.oneOf)
  if (choices.length > 0) return choices.map(typeOf).join(' or ')
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => code(value)).join(' | ')
  if ('const' in schema) return code(schema.const)
  if (schema.type === 'array') return `list of ${schema.items ? typeOf(schema.items as JsonSchema) : 'anything'}`
  const format = schema.format ? ` (${escaped(schema.format)})` : ''
  return schema.type ? escaped([schema.type].flat().join(' or ')) + format : 'anything'
}

/** Bounds that a value is held to, as a sentence. */
function boundsOf(schema: JsonSchema): string {
  const [value, none] = list(schema.anyOf)
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = none?.type === 'null' ? (value ?? {}) : schema
  const { default: usual } = schema
  const bounds = [
    range(minLength, maxLength, 'characters'),
    range(minimum, maximum, ''),
    range(minItems, maxItems, 'entries'),
    usual === undefined ? '' : `default ${code(JSON.stringify(usual))}`,
  ]
    .filter(Boolean)
    .join(', ')
  return bounds && `${bounds.charAt(0).toUpperCase()}${bounds.slice(1)}.`
}

function range(from: unknown, to: unknown, unit: string): string {
  if (from === undefined && to === undefined) return ''
  const words = from === undefined ? `at most ${to}` : to === undefined ? `at least ${from}` : `${from} to ${to}`
  return unit ? `${words} ${unit}` : words
}

export type Field = { name: string; schema: JsonSchema; isRequired: boolean; description?: string }

/** Fields or parameters: a name, its type, and a sentence for each. Objects without a name are shown inside. */
export function fieldList(fields: Field[]): string {
  const rows = fields.map(({ name, schema, isRequired, description = String(schema.description ?? '') }) => {
    const bounds = boundsOf(schema)
    const about = [inline(description), bounds && `<span class="bounds">${bounds}</span>`].filter(Boolean).join(' ')
    const mark = isRequired ? ' <span class="required">required</span>' : ''
    return `<div><dt>${code(name)}${mark} <span class="type">${typeOf(schema)}</span></dt><dd>${about}${innerFields(schema)}</dd></div>`
  })
  return `<dl class="fields">${rows.join('')}</dl>`
}

function innerFields(schema: JsonSchema): string {
  const items = schema.type === 'array' ? (schema.items as JsonSchema | undefined) : schema
  return items?.properties ? fieldList(fieldsOf(items)) : ''
}

export function fieldsOf(schema: JsonSchema): Field[] {
  const required = list(schema.required) as unknown as string[]
  return Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).map(([name, field]) => ({
    name,
    schema: field,
    isRequired: required.includes(name),
  }))
}

/** A schema that has a name, with its fields. */
export const namedSchema = (name: string, schema: JsonSchema): string =>
  `<article id="schema-${escaped(name)}"><h3>${escaped(name)}</h3><p>${inline(String(schema.description ?? ''))}</p>${fieldList(fieldsOf(schema))}</article>`
