import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repoDir } from '@utter/local/settings'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { otherComponents } from '../../schemas/rendered.ts'
import { writeSchemas } from '../../schemas/to-json-schema.ts'
import { objectsOf } from './chart/kustomize.ts'
import { source } from './chart/values.ts'
import { pathOf } from './manifests.ts'

test('a definition becomes a schema by which an unknown field is a fault, and a field may be called as a schema’s own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'schemas-'))
  const [crds, out] = [join(folder, 'crds'), join(folder, 'out')]
  for (const one of [crds, out]) mkdirSync(one)
  const spec = {
    type: 'object',
    properties: {
      default: { type: 'object', properties: { type: { type: 'string', default: 'a' } } },
      port: { 'x-kubernetes-int-or-string': true },
      anything: { type: 'object', properties: {}, 'x-kubernetes-preserve-unknown-fields': true },
    },
  }
  const versions = [{ name: 'v1', served: true, schema: { openAPIV3Schema: { type: 'object', properties: { spec } } } }]
  const definition = { kind: 'CustomResourceDefinition', spec: { group: 'a.b.c', names: { kind: 'Thing' }, versions } }
  writeFileSync(join(crds, 'thing.yaml'), stringify(definition))
  expect(writeSchemas(crds, out)).toBe(1)
  expect(JSON.parse(readFileSync(join(out, 'thing-a-v1.json'), 'utf8'))).toMatchObject({
    additionalProperties: false,
    properties: {
      metadata: { type: 'object' },
      spec: {
        additionalProperties: false,
        properties: {
          default: { type: 'object', additionalProperties: false, properties: { type: { type: 'string' } } },
          port: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
          anything: { type: 'object', properties: {} },
        },
      },
    },
  })
  expect(readFileSync(join(out, 'thing-a-v1.json'), 'utf8').split('additionalProperties')).toHaveLength(4)
  rmSync(folder, { recursive: true })
})

test('a component that no overlay has can be put on one, and every component is in the table of the README', () => {
  const objects = objectsOf(source)
  const others = otherComponents()
  expect(others).toContain('operator')
  for (const name of others) expect(objectsOf(`components/${name}`, objects).length).toBeGreaterThan(0)
  const rows = readFileSync(join(repoDir, 'k8s/README.md'), 'utf8').matchAll(/^\| `components\/.*?\|/gm)
  const named = [...rows].flatMap(([row]) => [...row.matchAll(/`(?:components\/)?([\w-]+)`/g)].map(([, name]) => name))
  expect(named.sort()).toEqual(readdirSync(pathOf('components')).sort())
})
