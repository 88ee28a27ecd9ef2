import { parts } from '@utter/local/processes/processes'
import { containersOf, type Manifest, objectOf } from './kustomize.ts'
import { networks, openVariablesOf, optionalFields, scalerOf, settingsOf } from './values.ts'

type Schema = { [key: string]: unknown }

const text = { type: 'string', minLength: 1 }
const flag = { type: 'boolean' }
const count = { type: 'integer', minimum: 0 }
const list = { type: 'array' }
const map = { type: 'object' }
const texts = { type: 'object', additionalProperties: { type: 'string' } }
const object = (properties: Schema, required: string[] = []): Schema => ({
  type: 'object',
  additionalProperties: false,
  properties,
  ...(required.length > 0 && { required }),
})
const each = (names: string[], schema: (name: string) => Schema): Schema =>
  Object.fromEntries(names.map((name) => [name, schema(name)]))

/** Variables with their values: a name that no process reads is a fault, and so is one of a secret. */
const variables = (names: string[]) => ({
  type: 'object',
  additionalProperties: { type: 'string' },
  propertyNames: { enum: names },
})

function processSchema(name: string, objects: Manifest[]): Schema {
  const isByWork = scalerOf(objects, name).kind === 'ScaledObject'
  const lists = ['tolerations', 'extraVolumes', 'extraVolumeMounts']
  const fields = Object.keys(optionalFields)
  // Kubernetes takes a variable that is there twice with a warning.
  const fixed = containersOf(objectOf(objects, 'Deployment', name)).flatMap(({ env = [] }) =>
    (env as { name: string }[]).map((one) => one.name),
  )
  return object({
    secrets: object({ own: text, stores: text }),
    replicas: count,
    autoscaling: object({
      min: count,
      max: { type: 'integer', minimum: 1 },
      ...(isByWork ? { stepsPerReplica: { type: 'integer', minimum: 1 } } : { metrics: { ...list, minItems: 1 } }),
    }),
    resources: object({ requests: map, limits: map, claims: list }),
    ...each(fields, (field) =>
      lists.includes(field) ? list : field.toLowerCase().endsWith('annotations') ? texts : map,
    ),
    env: variables(openVariablesOf(name, objects).filter((variable) => !fixed.includes(variable))),
  })
}

/** The variables of those processes that read a ConfigMap. */
function settingsSchema(map: string, objects: Manifest[]): Schema {
  const readers = objects.filter(
    (one) =>
      one.kind === 'Deployment' &&
      containersOf(one).some(({ envFrom = [] }) =>
        (envFrom as { configMapRef?: { name: string } }[]).some(({ configMapRef }) => configMapRef?.name === map),
      ),
  )
  return variables([...new Set(readers.flatMap(({ metadata }) => openVariablesOf(metadata.name, objects)))].sort())
}

/** The text of `values.schema.json`, by which Helm refuses a value that is misspelt or of another type. */
export function schemaText(objects: Manifest[]): string {
  const network = object({
    cidrs: { ...list, items: text, minItems: 1 },
    ports: { ...list, items: { type: ['integer', 'string'] }, minItems: 1 },
  })
  const nullable = (schema: Schema) => ({ anyOf: [{ type: 'null' }, schema] })
  const schema = object({
    global: map,
    publicUrl: { type: 'string', pattern: '^https?://[^/]+$' },
    image: object({
      registry: text,
      repository: text,
      tag: { type: 'string' },
      pullPolicy: { enum: ['Always', 'IfNotPresent', 'Never'] },
      pullSecrets: list,
    }),
    externalSecrets: object({
      enabled: flag,
      store: object({ kind: { enum: ['SecretStore', 'ClusterSecretStore'] }, name: text }),
      prefix: text,
      refreshInterval: text,
      kafkaLogin: flag,
    }),
    settings: object(each(Object.keys(settingsOf(objects)), (one) => settingsSchema(one, objects))),
    networkPolicies: object({
      enabled: flag,
      networks: object(
        each(
          networks().map(([name]) => name),
          () => nullable(network),
        ),
      ),
    }),
    gatewayApi: object({ enabled: flag, className: text, annotations: texts, tlsSecret: text }),
    monitoring: object({ enabled: flag, labels: texts, dashboards: flag }),
    priorities: object({ enabled: flag, create: flag, requests: text, steps: text }),
    backups: object({
      enabled: flag,
      every: { type: 'number', exclusiveMinimum: 0 },
      keep: { type: 'integer', minimum: 1 },
      storage: object({ size: text, className: { type: 'string' } }),
      secret: text,
      serviceAccountAnnotations: texts,
      resources: object({ requests: map, limits: map, claims: list }),
    }),
    operator: object({ enabled: flag }),
    quota: object({ enabled: flag, hard: map }),
    autoscaling: object({ enabled: flag }),
    processes: object(each(Object.keys(parts), (name) => processSchema(name, objects))),
    extraObjects: { ...list, items: map },
  })
  return `${JSON.stringify({ $schema: 'http://json-schema.org/draft-07/schema#', ...schema }, null, 2)}\n`
}
