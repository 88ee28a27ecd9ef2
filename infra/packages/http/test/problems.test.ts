import { createLog } from '@utter/telemetry/log'
import { afterAll, describe, expect, test, vi } from 'vitest'
import * as wholeZod from 'zod'
import * as z from 'zod/mini'
import { notFound } from '../src/problem.ts'
import { createServer } from '../src/server.ts'

const app = createServer({ log: createLog('http', 'silent'), bodyLimit: 10_000, responseTimeoutMs: 200 })
// As in a process where a library has made a schema by the whole of Zod, which brings sentences of its own.
wholeZod.object({})
const Body = z.object(
  {
    name: z.string('Name is required').check(z.minLength(3, 'Name must have at least 3 characters')),
    deep: z.optional(z.object({ list: z.array(z.number('must be a number')) })),
    anything: z.optional(z.unknown()),
  },
  'The body must be a JSON object',
)
app.post('/', { schema: { body: Body } }, async ({ body }) => Object.keys(body))
app.get('/broken', async () => {
  throw new Error('the password is 1234')
})
app.get('/away', async () => {
  throw Object.assign(new Error('no server'), { code: 'ECONNREFUSED' })
})
app.get('/silent', () => new Promise(() => {}))
app.post('/silent', () => new Promise(() => {}))
app.get('/missing', async () => {
  throw notFound('Job not found', 'job_not_found')
})
app.get('/search', { schema: { querystring: z.object({ q: z.optional(z.string()) }) } }, async () => 'found')

// A schema that sees every value, as a record of unknown ones does not.
let walked = 0
const large = createServer({ log: createLog('http', 'silent'), bodyLimit: 1_000_000 })
const Walked = z.object({ anything: z.unknown().check(z.refine(() => ++walked > 0)) })
large.post('/', { schema: { body: Walked } }, async () => 'walked')
const many = Array.from({ length: 10_001 }, (_, index) => index)

test('a body has 16 KiB by default', async () => {
  const usual = createServer({ log: createLog('http', 'silent') })
  usual.post('/', async () => 'read')
  const sized = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`
  const headers = { 'content-type': 'application/json' }
  const status = async (bytes: number) =>
    (await usual.inject({ method: 'POST', url: '/', payload: sized(bytes), headers })).statusCode
  expect([await status(16 * 1024), await status(16 * 1024 + 1)]).toEqual([200, 413])
})

afterAll(() => app.close())

const post = (payload: string, type = 'application/json') =>
  app.inject({ method: 'POST', url: '/', payload, headers: { 'content-type': type } })

describe('a body is refused by its first fault', () => {
  test.each<[string, number, string, string, string[] | undefined]>([
    ['{}', 400, 'invalid_request', 'Name is required', ['name']],
    ['{"name":7}', 400, 'invalid_request', 'Name is required', ['name']],
    ['{"name":{"$ne":""}}', 400, 'invalid_request', 'The field name.$ne is not allowed', ['name.$ne']],
    ['{"name":["x","y","z"]}', 400, 'invalid_request', 'Name is required', ['name']],
    ['{"name":"ab"}', 400, 'invalid_request', 'Name must have at least 3 characters', ['name']],
    ['{"name":"abc","deep":{"list":[1,"2"]}}', 400, 'invalid_request', 'must be a number', ['deep.list.1']],
    [
      '{"name":"ab","deep":{"list":["x"]}}',
      400,
      'invalid_request',
      'Name must have at least 3 characters',
      ['name', 'deep.list.0'],
    ],
    ['{"name":"abc","deep":7}', 400, 'invalid_request', 'deep is not valid', ['deep']],
    ['[]', 400, 'invalid_request', 'The body must be a JSON object', ['body']],
    ['null', 400, 'invalid_request', 'The body must be a JSON object', ['body']],
    ['{"name":', 400, 'invalid_json', 'The request body is not valid JSON', undefined],
    ['', 400, 'invalid_request', 'The body must be a JSON object', ['body']],
    [`{"name":"${'x'.repeat(20_000)}"}`, 413, 'body_too_large', 'The request body is too large', undefined],
  ])('%s', async (payload, status, code, error, fields) => {
    const answer = await post(payload)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ code, error })
    expect(answer.json().details?.map(({ field }: { field: string }) => field)).toEqual(fields)
    expect(answer.json().requestId).toBeTruthy()
  })
  test('of another type', async () => expect((await post('<name/>', 'application/xml')).statusCode).toBe(415))
  test('a field that is not ours is left out', async () => {
    expect((await post('{"name":"abc","isAdmin":true}')).json()).toEqual(['name'])
  })
})

describe('operators of the database are refused wherever they stand', () => {
  test.each([
    ['{"name":"abc","$where":"1"}', '$where'],
    ['{"name":"abc","anything":{"a":{"$gt":""}}}', 'anything.a.$gt'],
    ['{"name":"abc","anything":[{"$regex":"."}]}', 'anything.0.$regex'],
    ['{"name":"abc","anything":{"constructor":{}}}', 'anything.constructor'],
  ])('%s', async (payload, field) => {
    const answer = await post(payload)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().details).toMatchObject([{ field }])
  })
  test.each([
    ['more entries than any body of ours', `{"name":"abc","anything":[${'0,'.repeat(10_000)}0]}`],
    ['more fields', JSON.stringify({ name: 'abc', anything: Object.fromEntries(many.map((i) => [`k${i}`, 1])) })],
    ['as many in all its depths', JSON.stringify({ name: 'abc', anything: many.slice(0, 6_000).map(() => [1]) })],
    ['more depth', `{"name":"abc","anything":${'['.repeat(40)}${']'.repeat(40)}}`],
  ])('a body of %s is refused before a schema walks through it', async (_name, payload) => {
    const answer = await large.inject({
      method: 'POST',
      url: '/',
      payload,
      headers: { 'content-type': 'application/json' },
    })
    expect([answer.statusCode, answer.json().details]).toMatchObject([400, [{ field: 'anything' }]])
    expect(walked).toBe(0)
  })
  const parsedAlone = createServer({ log: createLog('http', 'silent'), bodyLimit: 2_000_000 })
  parsedAlone.post('/', { config: { checksOwnBody: true } }, async () => 'parsed')
  test.each([
    ['900,000 brackets deep', '['.repeat(900_000), 'The body must not be nested deeper than 32 levels'],
    ['of 600,000 objects', `{"jobs":[${'{},'.repeat(600_000)}{}]}`, 'jobs must have at most 50000 fields and entries'],
    [
      'of 150,000 keys',
      JSON.stringify(Object.fromEntries(Array.from({ length: 150_000 }, (_, i) => [`k${i}`, 1]))),
      'The body must have at most 50000 fields and entries',
    ],
  ])('a body %s is never parsed, on a route that checks its own too', async (_name, payload, error) => {
    const parse = vi.spyOn(JSON, 'parse')
    try {
      const headers = { 'content-type': 'application/json' }
      const answer = await parsedAlone.inject({ method: 'POST', url: '/', payload, headers })
      expect(parse).not.toHaveBeenCalled()
      expect([answer.statusCode, answer.json().error]).toEqual([400, error])
    } finally {
      parse.mockRestore()
    }
  })
  test.each([
    ['brackets and quotes in a string', JSON.stringify({ name: '[{"\\'.repeat(100) })],
    ['a string that ends in a backslash', JSON.stringify({ name: 'abc\\', anything: '['.repeat(100) })],
  ])('%s are no depth', async (_name, payload) => {
    expect((await post(payload)).statusCode).toBe(200)
  })
  test('an operator below the depth of any body of ours does not pass', async () => {
    const payload = `{"name":"abc","anything":${'['.repeat(25)}{"$where":"1"}${']'.repeat(25)}}`
    expect((await post(payload)).statusCode).toBe(400)
  })
  test.each([
    ['{"name":"abc\\ud83d"}', 'name'],
    ['{"name":"abc","anything":[{"a":"\\udc00\\ud800"}]}', 'anything.0.a'],
    ['{"name":"abc","anything":{"\\ud800":1}}', 'anything.\ufffd'],
    ['{"name":"abc","metadata":{"deep":["\\ud800"]}}', 'metadata.deep.0'],
  ])('a lone surrogate is refused: %s', async (payload, field) => {
    const answer = await post(payload)
    expect([answer.statusCode, answer.json().details]).toEqual([
      400,
      [{ field, message: `${field} must be well-formed Unicode, without lone surrogates` }],
    ])
  })
  test('a surrogate pair is a character', async () => {
    expect((await post('{"name":"abc\\ud83d\\ude00"}')).statusCode).toBe(200)
  })
  test('the keys of a free map are any', async () => {
    const payload = '{"name":"abc","metadata":{"$set":{"constructor":1},"__proto__":{"":1}}}'
    expect((await post(payload)).json()).toEqual(['name'])
  })
  test('__proto__ is refused', async () => expect((await post('{"name":"abc","__proto__":{}}')).statusCode).toBe(400))
  test('in a query too', async () => expect((await app.inject('/search?$where=1')).statusCode).toBe(400))
  test.each(['{"name":"a $5 bill"}', '{"name":"abc","anything":"$ne"}'])('%s is allowed', async (payload) => {
    expect((await post(payload)).statusCode).toBe(200)
  })
})

describe('a fault', () => {
  test.each([
    ['/broken', 500, 'internal', 'Something went wrong on our side'],
    ['/away', 503, 'unavailable', 'The service is not available right now, try again in a moment'],
    ['/silent', 503, 'unavailable', 'The service is not available right now, try again in a moment'],
    ['/missing', 404, 'job_not_found', 'Job not found'],
    ['/nowhere', 404, 'not_found', 'Not found'],
    ['/%zz', 400, 'invalid_url', 'The address is not valid'],
  ])('at %s is %i %s', async (url, status, code, error) => {
    const answer = await app.inject(url)
    const { requestId, ...body } = answer.json()
    expect([answer.statusCode, body]).toEqual([status, { error, code }])
    expect(requestId).toEqual(expect.any(String))
  })
  test('is answered where a body was read and the handler is silent', async () => {
    const url = await app.listen({ port: 0 })
    const headers = { 'content-type': 'application/json' }
    expect((await fetch(`${url}/silent`, { method: 'POST', headers, body: '{}' })).status).toBe(503)
  })
  test.each(['/away', '/silent'])('that is transient has the time to retry after (%s)', async (url) => {
    expect((await app.inject(url)).headers['retry-after']).toBe('1')
  })
})
