import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repoDir } from '@utter/local/settings'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { differencesOf } from '../../schemas/same-objects.ts'
import { supportedVersions } from '../../schemas/supported.ts'
import { containersOf, objectOf, objectsOf } from './chart/kustomize.ts'
import { edited, merged } from './chart/merge.ts'
import { schemaText } from './chart/schema.ts'
import { chartTemplates } from './chart/templates.ts'
import { source, specOf, valuesText } from './chart/values.ts'
import { pathOf, textOf } from './manifests.ts'

const objects = objectsOf(source)
const quota = objectsOf('components/quota')
const { hard } = specOf(objectOf(quota, 'ResourceQuota', 'utter'))
const templates = chartTemplates(objects, quota, objectsOf('components/operator'))
const made = `Made from k8s/${source}: \`npm run rules -- --update\` writes it anew.`
const { version } = JSON.parse(readFileSync(join(repoDir, 'package.json'), 'utf8')) as { version: string }

test('the templates of the chart are those that the overlay makes', async () => {
  for (const [name, text] of Object.entries(templates)) {
    const comment = name.endsWith('.tpl') ? `{{/* ${made} */}}` : `# ${made}`
    await expect(`${comment}\n${text}`).toMatchFileSnapshot(pathOf(`chart/templates/${name}`))
  }
})

test('the chart has no template of something that is gone', () => {
  const there = readdirSync(pathOf('chart/templates')).filter((name) => name !== 'NOTES.txt')
  expect(there.filter((name) => !(name in templates))).toEqual([])
})

test('the values of the chart are those of the overlay, and its version is that of the product', async () => {
  await expect(valuesText(objects, hard)).toMatchFileSnapshot(pathOf('chart/values.yaml'))
  await expect(schemaText(objects)).toMatchFileSnapshot(pathOf('chart/values.schema.json'))
  const oldest = supportedVersions().find(({ name }) => name === 'Kubernetes')?.oldest
  const chart = {
    ...{ apiVersion: 'v2', name: 'utter', description: 'Text to speech as a service, with its stores elsewhere' },
    ...{ type: 'application', version, appVersion: version, kubeVersion: `>=${oldest}-0` },
  }
  await expect(textOf([chart], 'package.json and supported-versions.yaml')).toMatchFileSnapshot(
    pathOf('chart/Chart.yaml'),
  )
})

const fits = new Ajv({ strict: false }).compile(JSON.parse(schemaText(objects)))
const values = parse(valuesText(objects, hard))

test.each([
  ['the default values', {}, true],
  ['a field that is misspelt', { image: { tags: '1' } }, false],
  ['a variable that no process reads', { settings: { chat: { CHAT_SLOT: '3' } } }, false],
  ['a variable that is a secret', { settings: { chat: { OPENAI_API_KEY: 'a' } } }, false],
  ['a password for Kafka', { processes: { jobs: { env: { KAFKA_PASSWORD: 'a' } } } }, false],
  ['a variable that the manifest sets', { processes: { jobs: { env: { ACCOUNT_URL: 'http://a' } } } }, false],
  ['a variable of another process', { processes: { jobs: { env: { CHAT_MODEL: 'a' } } } }, false],
  ['a variable of the process', { processes: { chat: { env: { CHAT_MODEL: 'a' } } } }, true],
  ['a number in place of a text', { settings: { chat: { CHAT_SLOTS: 3 } } }, false],
  ['an address without its scheme', { publicUrl: 'utter.example.com' }, false],
  ['a network that is taken out', { networkPolicies: { networks: { traces: null } } }, true],
])('the schema of the values judges %s', (_, given, isRight) => {
  expect([fits({ ...values, ...given }), fits.errors?.map(({ instancePath }) => instancePath)]).toEqual(
    isRight ? [true, undefined] : [false, expect.anything()],
  )
})

test('an overlay is resolved with its components, patches and settings', () => {
  expect(objects.filter(({ metadata }) => metadata.namespace === 'utter-stores')).toEqual([])
  const speech = containersOf(objectOf(objects, 'Deployment', 'speech'))
  expect(speech.map(({ name, image }) => [name, image])).toEqual([
    ['indexes', `registry.example.com/utter/speech:${version}`],
    ['models', `registry.example.com/utter/models:${version}`],
    ['process', `registry.example.com/utter/speech:${version}`],
  ])
  expect(objectOf(objects, 'ConfigMap', 'messaging').data).toMatchObject({
    KAFKA_REPLICAS: '3',
    KAFKA_SASL_MECHANISM: 'aws-iam',
  })
})

test('a field of kustomize that the resolver does not know is refused', () => {
  expect(() => objectsOf('overlays/local')).toThrow(/replicas/)
})

test('a strategic merge patch changes items by their key, adds before the others and removes what it says', () => {
  const before = { env: [{ name: 'a', value: '1' }, { name: 'b' }], args: ['x'], kept: { one: 1, two: 2 } }
  const patch = { env: [{ name: 'c' }, { name: 'a', value: '2' }, { name: 'b', $patch: 'delete' }], args: ['y'] }
  const result = { env: [{ name: 'c' }, { name: 'a', value: '2' }], args: ['y'], kept: { two: 2 } }
  expect(merged(before, { ...patch, kept: { one: null } }, true)).toEqual(result)
  expect(merged(before, { env: [{ name: 'c' }] }, false).env).toEqual([{ name: 'c' }])
})

test('a JSON patch whose path is not there is refused', () => {
  const target = { list: [{ a: 1 }] }
  expect(edited(target, [{ op: 'replace', path: '/list/0/a', value: 2 }])).toEqual({ list: [{ a: 2 }] })
  expect(edited(target, [{ op: 'add', path: '/list/-', value: 3 }])).toEqual({ list: [{ a: 1 }, 3] })
  expect(() => edited(target, [{ op: 'replace', path: '/list/0/b', value: 2 }])).toThrow('no patch for replace')
})

const rendered = (sum: string, value: string, mark: string) => `
apiVersion: v1
kind: ConfigMap
metadata: { name: process${sum}, namespace: utter, labels: { part: utter${mark} } }
data: { PORT: '${value}' }
`

test('a chart and an overlay differ in values, not in sums of names and the labels of charts', () => {
  const overlay = `${rendered('-mg9f65c2tb', '8080', '')}---\n{ kind: Namespace, metadata: { name: utter } }\n`
  const ours = (value: string) => rendered('', value, ', app.kubernetes.io/managed-by: Helm')
  expect(differencesOf(ours('8080'), overlay)).toEqual({ count: 1, different: [] })
  expect(differencesOf(ours('80'), overlay)).toEqual({ count: 1, different: ['ConfigMap/utter/process'] })
})
