import { randomUUID } from 'node:crypto'
import { doorOf } from '@utter/http/doors/door-of'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { makeEnterprise } from '@utter/testing/customers/enterprise'
import { toldBy } from '@utter/testing/problems'
import type { ApiOperation } from '@utter/testing/routes/declared-answers'
import { readDescription } from '@utter/testing/routes/read-description'
import { testOperator } from '@utter/testing/setup/operator'
import { ownPlatform } from '@utter/testing/setup/provided'
import { describe, expect, test } from 'vitest'

/** A JSON Schema as the description has it, and its values that are not null. */
type Schema = {
  $ref?: string
  type?: string | string[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
}
type Sent = { headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> | ReadableStream }
type Row = [method: string, path: string, operation: ApiOperation]

const { url } = ownPlatform()
const document = await readDescription(url)
const rows = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]): Row => [method.toUpperCase(), path, operation]),
)
const reads = rows.filter(([method]) => method === 'GET')
const bodyOf = ({ requestBody }: ApiOperation) =>
  requestBody as { required?: boolean; content: Record<string, { schema: Schema; example?: unknown }> } | undefined
/** Its body is a file of one of several types, or JSON in its place. */
const takesFile = (operation: ApiOperation) =>
  Object.keys(bodyOf(operation)?.content ?? {}).some((type) => type !== 'application/json')
/**
 * Writes to services. The gateway's own takes 20 of an address in a minute: `client-errors.test.ts` has its faults. The link of a mail takes the
 * form of a mailbox's client: `mails.test.ts`.
 */
const others = ['/api/client-errors', '/api/notifications/unsubscribe']
const writes = rows.filter(
  ([method, path, operation]) => method !== 'GET' && !others.includes(path) && !takesFile(operation),
)
const exampleOf = (operation: ApiOperation) =>
  (bodyOf(operation)?.content['application/json']?.example ?? {}) as Record<string, unknown>

const customer = await Customer.signUp(url)
await makeEnterprise(customer)
await (await testOperator()).setRate(customer.email, 100_000)
/** A program of the same account: agents have no session. */
const agent = new Customer(url, {
  authorization: `Bearer ${await (await testOperator()).createKey(customer.email, 'an agent', ['jobs:write'])}`,
})
const somebodyFor = async (path: string) =>
  path === '/mcp' ? agent : ['/api/batch', '/api/works'].includes(path) ? customer : Customer.signUp(url)
const usedCalls = async () =>
  ((await customer.get('/api/auth/me')).body as { user: { apiCallsUsed: number } }).user.apiCallsUsed
const usedBefore = await usedCalls()

/** Ids that name nothing, but for a voice that everybody has. */
const addressOf = (path: string) =>
  path.replace('/api/voices/{id}', '/api/voices/default').replace(/\{\w+\}/g, randomUUID())

async function ask(
  method: string,
  path: string,
  { headers = {}, body }: Sent = {},
  by = path === '/mcp' ? agent : customer,
) {
  const stop = new AbortController()
  const response = await fetch(new URL(addressOf(path), url), {
    method,
    headers: { ...by.headers, ...headers },
    ...(body !== undefined && { body, duplex: 'half' }),
    signal: stop.signal,
  } as RequestInit)
  const name = `${method} ${path} ${JSON.stringify(headers)}: ${response.status}`
  expect(response.status, name).not.toBeGreaterThanOrEqual(500)
  // A stream has no end.
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  const text = isStream ? '' : await response.text()
  stop.abort()
  return { status: response.status, headers: response.headers, text, name }
}
/** The fields that a refusal names; ElevenLabs' clients read them in another shape. */
function fieldsOf(text: string): string[] {
  const { details = [], detail } = JSON.parse(text) as { details?: { field: string }[]; detail?: unknown }
  if (!Array.isArray(detail)) return details.map(({ field }) => field)
  return (detail as { loc: string[] }[]).map(({ loc }) => loc.slice(1).join('.'))
}
/** The status of a refusal as most clients get it: those of ElevenLabs have one of its own for fields. */
const usual = (status: number, path: string) => (status === 422 && doorOf(path) === 'elevenlabs' ? 400 : status)
const json = { 'content-type': 'application/json' }

describe.each(writes)('%s %s', (method, path, operation) => {
  const { required = false } = bodyOf(operation) ?? {}
  const payload = JSON.stringify(exampleOf(operation))

  test('without a body: every content type is taken, in chunks too', async () => {
    // An account of its own: some of these routes end a session.
    const somebody = await somebodyFor(path)
    const empty = () => new ReadableStream({ start: (stream) => stream.close() })
    for (const headers of [
      {},
      json,
      { 'content-type': 'text/plain' },
      { 'content-type': 'nonsense', 'content-encoding': 'gzip' },
    ])
      for (const sent of [
        { headers },
        ...(headers['content-type'] === 'nonsense' ? [] : [{ headers, body: empty() }]),
      ]) {
        const { status, text, name } = await ask(method, path, sent, somebody)
        expect(status, name).not.toBe(415)
        if (required)
          expect([status, text], name).toEqual([400, expect.stringContaining('The body must be a JSON object')])
        else expect(text, name).not.toMatch(/body/)
      }
  })

  test('a body of another kind, charset or coding is a 415, and one that is not UTF-8 a 400', async () => {
    const faults: [Sent, number, string][] = [
      [{ headers: { 'content-type': 'text/plain' }, body: payload }, 415, 'unsupported_media_type'],
      [
        { headers: { 'content-type': 'application/json; charset=iso-8859-1' }, body: payload },
        415,
        'unsupported_media_type',
      ],
      [{ headers: { ...json, 'content-encoding': 'gzip' }, body: payload }, 415, 'unsupported_media_type'],
      [{ headers: json, body: new Uint8Array(Buffer.from('{"text":"Café"}', 'latin1')) }, 400, 'invalid_utf8'],
      [{ headers: json, body: '{"text":"\\ud83d"}' }, 400, 'invalid_request'],
      [{ headers: json, body: '{"$where":1}' }, 400, 'invalid_request'],
    ]
    // An account of its own: of some of these routes an account has few requests in a minute.
    const somebody = await somebodyFor(path)
    for (const [sent, expected, code] of faults) {
      const { status, text, name } = await ask(method, path, sent, somebody)
      expect([usual(status, path), toldBy(JSON.parse(text)).code], name).toEqual([expected, code])
    }
  })

  const { schema } = bodyOf(operation)?.content['application/json'] ?? {}
  if (!schema) return

  test.each(['[]', '"text"', '7', 'true'])('%s in place of its object is a 400', async (body) => {
    const { status, text, name } = await ask(method, path, { headers: json, body })
    expect([status, toldBy(JSON.parse(text)).error], name).toEqual([400, 'The body must be a JSON object'])
  })

  test('null is none in each field that may be left out', async () => {
    const { properties, required = [] } = objectOf(schema)
    // A passkey stands for the password: either is needed.
    const needed = 'passkey' in properties && 'password' in properties ? [...required, 'password'] : required
    // A request that is refused anyway costs nothing: by another field, or since there is nothing of that id.
    const refused = { ...exampleOf(operation), ...(needed[0] !== undefined && { [needed[0]]: {} }) }
    const isLeftOut = (name: string) => !needed.includes(name)
    for (const name of Object.keys(properties).filter(isLeftOut)) {
      const inner = objectOf(properties[name] ?? {})
      const innerNulls = Object.keys(inner.properties).filter((one) => !inner.required?.includes(one))
      expect(isNullable(properties[name]), `${name} is described as nullable`).toBe(true)
      for (const value of [null, Object.fromEntries(innerNulls.map((one) => [one, null]))]) {
        if (value !== null && innerNulls.length === 0) continue
        const body = JSON.stringify({ ...refused, [name]: value })
        const { status, text } = await ask(method, path, { headers: json, body })
        const fields = fieldsOf(text)
        // An object of nulls may lack what it needs.
        const isOfNull = (field: string) =>
          field === name ||
          (value === null ? field.startsWith(`${name}.`) : innerNulls.includes(field.slice(name.length + 1)))
        expect([name, usual(status, path), fields.filter(isOfNull)]).not.toEqual([
          name,
          400,
          expect.arrayContaining([expect.anything()]),
        ])
      }
    }
  })
})

const verification = '/api/verify'

test.each(rows.filter(([, path, operation]) => takesFile(operation) && path !== verification))(
  '%s %s takes a file of any type in any charset, without a coding, and none is a 400',
  async (method, path) => {
    const address = `${path}?voiceId=default&requestId=${randomUUID()}`
    for (const sent of [{}, { headers: { 'content-type': 'text/plain' } }]) {
      const { status, text, name } = await ask(method, address, sent)
      expect([status, fieldsOf(text)], name).toEqual([400, ['file']])
    }
    const latin1 = new Uint8Array(Buffer.from('Café', 'latin1'))
    const odd = { 'content-type': 'text/plain; charset=iso-8859-1' }
    expect((await ask(method, address, { headers: odd, body: latin1 })).status).toBe(400)
    const coded = await ask(method, address, { headers: { ...odd, 'content-encoding': 'gzip' }, body: 'Hello.' })
    expect([coded.status, toldBy(JSON.parse(coded.text)).code]).toEqual([415, 'unsupported_media_type'])
    const other = await ask(method, address, { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7' })
    expect([other.status, toldBy(JSON.parse(other.text)).code]).toEqual([415, 'unsupported_media_type'])
  },
)

test('what is verified may be a text, which is not ours then; none is a 400, and another kind of file a 415', async () => {
  const none = await ask('POST', verification)
  expect([none.status, fieldsOf(none.text)], none.name).toEqual([400, ['file']])
  const text = await ask('POST', verification, { headers: { 'content-type': 'text/plain' }, body: 'Hello.' })
  expect([text.status, JSON.parse(text.text).ours]).toEqual([200, false])
  const other = await ask('POST', verification, { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7' })
  expect([other.status, toldBy(JSON.parse(other.text)).code]).toEqual([415, 'unsupported_media_type'])
})

/** The object that a schema stands for, whether it may be null or is named elsewhere. */
function objectOf({ $ref, anyOf, ...schema }: Schema): Schema & { properties: Record<string, Schema> } {
  const schemas = document.components.schemas as unknown as Record<string, Schema>
  if ($ref) return objectOf(schemas[$ref.split('/').at(-1) ?? ''] ?? {})
  const value = anyOf?.find((one) => one.type !== 'null')
  return value ? objectOf(value) : { ...schema, properties: schema.properties ?? {} }
}
const isNullable = ({ type, anyOf = [] }: Schema = {}): boolean =>
  [type].flat().includes('null') || anyOf.some((one) => isNullable(one))

describe.each(reads)('%s %s', (_, path) => {
  const isStream = path.startsWith('/api/events')

  test('its head is that of the whole', async () => {
    const [whole, head] = [await ask('GET', path), await ask('HEAD', path)]
    if (isStream) return expect(head.status, head.name).toBe(405)
    const partOf = ({ status, headers }: typeof head) => [
      status,
      ...['content-type', 'etag', 'last-modified'].map((name) => headers.get(name)),
    ]
    expect(partOf(head)).toEqual(partOf(whole))
    expect(head.text).toBe('')
  })

  test('a body that comes with it, conditions and ranges are no fault', async () => {
    const { status, headers } = await ask('GET', path)
    const kept = headers.get('etag') ?? '"none"'
    const lenient: Record<string, string>[] = [
      { ...json, 'content-encoding': 'gzip' },
      { 'if-none-match': '"other", W/"another"' },
      { 'if-none-match': 'of no sense' },
      { 'if-modified-since': 'yesterday' },
      { 'if-unmodified-since': 'yesterday' },
      { range: 'of no sense' },
      { range: 'bytes=4-2' },
      { range: 'bytes=0-0,2-3' },
      { range: 'bytes=999999999-', 'if-range': '"other"' },
    ]
    for (const sent of lenient) {
      const answer = await ask('GET', path, { headers: sent })
      expect(answer.status, answer.name).toBe(status)
    }
    if (!headers.has('accept-ranges')) return
    const strict: [Record<string, string>, number][] = [
      [{ 'if-none-match': `"other", W/${kept}` }, 304],
      [{ 'if-none-match': '*' }, 304],
      [{ 'if-modified-since': headers.get('last-modified') ?? '' }, 304],
      [{ 'if-match': '"other"' }, 412],
      [{ 'if-match': kept }, 200],
      [{ range: 'bytes=0-3' }, 206],
      [{ range: 'bytes=-4', 'if-range': kept }, 206],
      [{ range: 'bytes=0-3', 'if-range': `W/${kept}` }, 200],
      [{ range: 'bytes=999999999-' }, 416],
    ]
    for (const [sent, expected] of strict) {
      const answer = await ask('GET', path, { headers: sent })
      expect(answer.status, answer.name).toBe(expected)
      if (expected === 206) expect(answer.headers.get('content-length'), answer.name).toBe('4')
      if (expected === 416) expect(answer.headers.get('content-range'), answer.name).toMatch(/^bytes \*\/\d+$/)
    }
  })
})

test('a job that is read may be sent back as it came', async () => {
  const metadata = JSON.parse('{"constructor":"Acme","__proto__":{"$set":1},"a.b":null,"":1}')
  const job = await customer.job(
    jobIdOf(await customer.speak('Sent back.', { metadata, tags: null, ttsSettings: null })),
  )
  expect(JSON.stringify(job.metadata)).toBe(JSON.stringify(metadata))
  expect((await customer.post('/api/tts', job)).status).toBe(200)
})

test('the settings of a webhook and a key may be sent back as they came', async () => {
  const webhook = (await customer.get('/api/settings/webhook')).body
  expect((await customer.request('PUT', '/api/settings/webhook', { body: webhook })).status).toBe(200)
  const key = (await customer.post('/api/keys', { name: 'a key', scopes: ['jobs:read'] })).body
  expect((await customer.post('/api/keys', key)).status).toBe(201)
  const { id } = key as { id: string }
  expect((await customer.request('PUT', `/api/keys/${id}`, { body: key })).status).toBe(200)
})

test('nothing of all this was charged, but for the one job', async () => {
  expect(await usedCalls()).toBe(usedBefore + 1)
})
