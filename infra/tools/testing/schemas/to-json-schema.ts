import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'

type Schema = { [key: string]: unknown }
type Definition = {
  kind?: string
  spec?: {
    group: string
    names: { kind: string }
    versions: { name: string; served: boolean; schema?: { openAPIV3Schema?: Schema } }[]
  }
}
type OpenApi = { components?: { schemas?: Record<string, Schema> } }
type GroupVersionKind = { group: string; version: string; kind: string }

/**
 * Writes a JSON schema for each kind that a folder describes, under the name by which kubeconform looks for it. A field that no schema has is a fault, as
 * for an API server that validates strictly.
 * @param folder with CustomResourceDefinitions, or with Kubernetes' own OpenAPI documents
 * @returns the number of kinds
 */
export function writeSchemas(folder: string, out: string): number {
  const files = readdirSync(folder).map((file) => join(folder, file))
  const ofKubernetes = files.filter((file) => file.endsWith('_openapi.json')).flatMap(schemasOfOpenApi)
  const ofOthers = files.filter((file) => /\.ya?ml$/.test(file)).flatMap(schemasOfDefinitions)
  const schemas = [...ofKubernetes, ...ofOthers]
  for (const [name, schema] of schemas) writeFileSync(join(out, `${name}.json`), JSON.stringify(schema))
  return schemas.length
}

/** As kubeconform fills in `{{.ResourceKind}}{{.KindSuffix}}`: the first part of the group alone. */
const fileNameOf = ({ group, version, kind }: GroupVersionKind) =>
  [kind.toLowerCase(), group.split('.')[0], version].filter((part) => part).join('-')

function schemasOfDefinitions(file: string): [string, Schema][] {
  const definitions = parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS() as Definition)
  return definitions.flatMap(({ kind, spec }) => {
    if (kind !== 'CustomResourceDefinition' || !spec) return []
    return spec.versions.flatMap(({ name, served, schema }): [string, Schema][] => {
      if (!served || !schema?.openAPIV3Schema) return []
      const { properties, ...rest } = schema.openAPIV3Schema
      const whole = {
        ...rest,
        properties: { apiVersion: {}, kind: {}, metadata: { type: 'object' }, ...(properties as Schema) },
      }
      return [[fileNameOf({ group: spec.group, version: name, kind: spec.names.kind }), strict(whole) as Schema]]
    })
  })
}

function schemasOfOpenApi(file: string): [string, Schema][] {
  const { components } = JSON.parse(readFileSync(file, 'utf8')) as OpenApi
  const definitions = strictEach(components?.schemas ?? {}) as Record<string, Schema>
  return Object.entries(components?.schemas ?? {}).flatMap(([name, schema]): [string, Schema][] => {
    const kinds = (schema['x-kubernetes-group-version-kind'] ?? []) as GroupVersionKind[]
    const [only] = kinds
    return only && kinds.length === 1 ? [[fileNameOf(only), { ...definitions[name], definitions }]] : []
  })
}

/** A schema by which an unknown field is a fault, with references inside of one document. */
function strict(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => strict(one))
  if (typeof value !== 'object' || value === null) return value
  const schema = value as Schema
  if (schema['x-kubernetes-int-or-string'] || schema.format === 'int-or-string')
    return { oneOf: [{ type: 'string' }, { type: 'integer' }] }
  const inner: Schema = {}
  for (const [key, one] of Object.entries(schema)) {
    if (key === 'default' || key.startsWith('x-kubernetes-')) continue
    if (key === '$ref') inner[key] = String(one).replace('#/components/schemas/', '#/definitions/')
    // Its keys are names of fields, which may be those of a schema.
    else if (key === 'properties') inner[key] = strictEach(one as Record<string, Schema>)
    else inner[key] = strict(one)
  }
  return closed(inner, schema)
}

const strictEach = (schemas: Record<string, Schema>) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, strict(schema)]))

function closed(inner: Schema, { type, properties, additionalProperties, ...rest }: Schema): Schema {
  const isOpen = rest['x-kubernetes-preserve-unknown-fields'] || rest['x-kubernetes-embedded-resource']
  const isClosed = type === 'object' && typeof properties === 'object' && additionalProperties === undefined && !isOpen
  const [only] = (inner.allOf ?? []) as Schema[]
  // A reference with a default beside it is wrapped in `allOf`.
  if (only?.$ref && (inner.allOf as Schema[]).length === 1) return { $ref: only.$ref }
  return isClosed ? { ...inner, additionalProperties: false } : inner
}
