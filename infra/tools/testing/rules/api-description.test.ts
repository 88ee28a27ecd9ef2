import { Validator } from '@seriousme/openapi-schema-validator'
import { schemaDescriptions } from '@utter/contracts/description/all'
import { services } from '@utter/contracts/flow'
import { documentOf, operationsOf } from '@utter/gateway/api-docs/description/document'
import { docsPage } from '@utter/gateway/api-docs/page/page'
import { clientErrors } from '@utter/gateway/pages/client-errors'
import { describeRoutes } from '@utter/http/openapi/describe-routes'
import { apiTags, type JsonSchema } from '@utter/http/openapi/operation'
import { createServer } from '@utter/http/server'
import { createLog } from '@utter/telemetry/log'
import { registeredRoutes } from '@utter/testing/routes/registered-routes'
import { serviceApp } from '@utter/testing/routes/service-app'
import { expect, test } from 'vitest'

/** Public, and not for clients: Stripe's own call, the forms of the sandbox, and the link of a mail as a person follows it. */
const notDescribed = ['POST /api/stripe/webhook', 'GET /api/notifications/unsubscribe', /^\w+ \/sandbox\//]

const log = createLog('gateway', 'silent')

const gateway = createServer({ log })
clientErrors(gateway, { limits: { check: () => Promise.reject() }, publicUrl: 'http://localhost:8080', log })
const apps = [gateway, ...(await Promise.all(services.map(async (service) => (await serviceApp(service)).app)))]
const document = documentOf(apps.map(describeRoutes), {
  publicUrl: 'http://localhost:8080',
  cookieName: 'utter_session',
})
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]): [string, JsonSchema] => [
    `${method.toUpperCase()} ${path}`,
    operation,
  ]),
)

test('every public route has a description, and nothing from inside has one', async () => {
  const registered = (await registeredRoutes({ withPlugins: true })).map(({ method, path, ...route }) => ({
    ...route,
    name: `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
    isInside: path.startsWith('/internal/'),
  }))
  const missing = registered.filter(
    ({ name, isInside, isDescribed }) =>
      !isInside &&
      !isDescribed &&
      !notDescribed.some((one) => (typeof one === 'string' ? one === name : one.test(name))),
  )
  expect(missing.map(({ name }) => name)).toEqual([])
  // A route that cannot be reached through the gateway would be left out without a report.
  const reachable = registered.filter(({ isDescribed }) => isDescribed).map(({ name }) => name)
  expect(operations.map(([name]) => name).sort()).toEqual([...reachable, 'POST /api/client-errors'].sort())
})

test('the document is one of OpenAPI 3.1', async () => {
  const validator = new Validator()
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('the body of a retry may be absent, that of a submission may not', () => {
  const required = (path: string) => document.paths[path]?.post?.requestBody
  expect(required('/api/jobs/{id}/retry')).toMatchObject({
    required: false,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/RetryRequest' } } },
  })
  expect(required('/api/tts')).toMatchObject({ required: true })
})

test('every reference leads somewhere, and every schema is referred to', () => {
  const refs = new Set(
    [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+\/[\w-]+)"/g)].map(([, to]) => to),
  )
  const named = Object.entries(document.components).flatMap(([kind, parts]) =>
    Object.keys(parts).map((name) => `${kind}/${name}`),
  )
  expect([...refs].filter((to) => !named.includes(String(to)))).toEqual([])
  expect(named.filter((name) => name.startsWith('schemas/') && !refs.has(name))).toEqual([])
})

test('each operation has an id of its own, a summary and a part', () => {
  const ids = operationsOf(document.paths).map(({ operationId }) => operationId)
  expect(ids.length).toBeGreaterThan(30)
  expect(new Set(ids).size).toBe(ids.length)
  for (const [name, { operationId, summary, tags }] of operations) {
    expect(operationId, name).toMatch(/^[a-z][a-zA-Z]+$/)
    expect(summary, name).toMatch(/^[A-Z].*[^.]$/)
    expect(Object.keys(apiTags), name).toContain((tags as string[])[0])
  }
})

test('each operation says what it takes and answers: parameters, an example of its body, successes and refusals', () => {
  for (const [name, { parameters = [], requestBody, responses }] of operations) {
    const silent = (parameters as JsonSchema[]).filter(({ $ref, description }) => !$ref && !description)
    expect(silent, name).toEqual([])
    const content = (requestBody as { content: Record<string, JsonSchema> } | undefined)?.content['application/json']
    if (content) expect(content.example, name).toBeDefined()
    const statuses = Object.keys(responses as object)
    expect(
      statuses.some((status) => status.startsWith('2')),
      name,
    ).toBe(true)
    expect(statuses, name).toEqual(expect.arrayContaining(['400', '401', '403', '429', '503']))
  }
})

test('every field of every schema has a sentence', () => {
  const silent = Object.entries(document.components.schemas ?? {}).flatMap(([name, schema]) => [
    ...(schema.description ? [] : [name]),
    ...Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
      .filter(([, { description }]) => !description)
      .map(([field]) => `${name}.${field}`),
  ])
  expect(silent).toEqual([])
})

test('every sentence of the descriptions is the one that is read, though fields share their schemas', () => {
  const differing = schemaDescriptions.flatMap(({ id, description, fields }) => {
    const schema = document.components.schemas?.[id]
    const properties = (schema?.properties ?? {}) as Record<string, JsonSchema>
    const told = Object.entries(fields).map(([name, field]): [string, unknown, unknown] => {
      const { description: sentence, ...keywords } = typeof field === 'string' ? { description: field } : field
      const { description: read, anyOf } = properties[name] ?? {}
      const value = (anyOf as JsonSchema[] | undefined)?.[0]
      const isIn = (where: JsonSchema | undefined) =>
        Object.entries(keywords).every(([key, one]) => JSON.stringify(where?.[key]) === JSON.stringify(one))
      return [
        `${id}.${name}`,
        sentence,
        isIn(properties[name]) || isIn(value) ? read : `without its ${Object.keys(keywords)}`,
      ]
    })
    return [[id, description, schema?.description] as const, ...told].filter(([, sentence, read]) => sentence !== read)
  })
  expect(schemaDescriptions.length).toBeGreaterThan(80)
  expect(differing).toEqual([])
})

test('an answer may grow: no schema forbids fields that it does not name', () => {
  expect(JSON.stringify(document)).not.toContain('additionalProperties":false')
})

test('the page shows every route and every schema, and holds no address of elsewhere, no style and no script in line', () => {
  const page = docsPage(document, false)
  for (const { operationId } of operationsOf(document.paths)) expect(page).toContain(`<article id="${operationId}">`)
  for (const name of Object.keys(document.components.schemas ?? {})) expect(page).toContain(`id="schema-${name}"`)
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const inside = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
  expect(inside.filter((id) => !ids.includes(id))).toEqual([])
  expect(page).not.toMatch(/ style=|<style|<script>|(src|href)="(https?:)?\/\//)
})
