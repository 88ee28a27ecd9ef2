import { createLog } from '@utter/telemetry/log'
import { afterAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createServer } from '../src/server.ts'

const app = createServer({ log: createLog('http', 'silent') })
const Body = z.object({ text: z.string('Text is required') }, 'The body must be a JSON object')
app.post('/needs-one', { schema: { body: Body } }, async ({ body }) => body)
app.post('/needs-none', async ({ body }) => ({ body: body ?? 'none' }))
app.delete('/needs-none', async () => ({ body: 'none' }))
app.post('/may-have-one', { schema: { body: z.nullish(Body) } }, async ({ body }) => body ?? 'none')
afterAll(() => app.close())

const send = (
  url: string,
  payload: string | Buffer,
  headers: Record<string, string> = {},
  method: 'POST' | 'DELETE' = 'POST',
) => app.inject({ method, url, payload, headers: { 'content-type': 'application/json', ...headers } })

describe('a route that needs no body takes every content type without one', () => {
  const types = ['application/json', 'text/plain', 'application/xml; charset=latin1', 'nonsense', 'multipart/form-data']
  test.each(types)('%s', async (type) => {
    const headers = { 'content-type': type, 'content-length': '0', 'content-encoding': 'gzip' }
    for (const method of ['POST', 'DELETE'] as const)
      expect((await send('/needs-none', '', headers, method)).json()).toEqual({ body: 'none' })
    expect((await send('/may-have-one', '', headers)).statusCode).toBe(200)
  })
  test('and one that needs it says so', async () => {
    expect((await send('/needs-one', '')).json()).toMatchObject({
      error: 'The body must be a JSON object',
      details: [{ field: 'body' }],
    })
  })
})

describe('a body is UTF-8, or refused', () => {
  test.each([
    ['Latin-1', Buffer.from('{"text":"Das Café in München"}', 'latin1')],
    ['half of a character', Buffer.from('{"text":"é"}').subarray(0, 10)],
    ['a surrogate in bytes', Buffer.from('7b2274657874223a22eda08022 7d'.replace(' ', ''), 'hex')],
    ['a character in more bytes than it needs', Buffer.from('7b2274657874223a22c0af227d', 'hex')],
  ])('%s', async (_name, bytes) => {
    const answer = await send('/needs-one', bytes)
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { code: 'invalid_utf8', error: 'The request body is not valid UTF-8' },
    ])
  })
  test('a byte order mark is left out', async () => {
    expect((await send('/needs-one', '\ufeff{"text":"\ufeffKept inside"}')).json()).toEqual({
      text: '\ufeffKept inside',
    })
  })
})

describe('what a body is said to be', () => {
  const refused = async (headers: Record<string, string>) => {
    const answer = await send('/needs-one', '{"text":"Hello"}', headers)
    return [answer.statusCode, answer.statusCode === 200 ? '' : answer.json().error, answer.headers['accept-encoding']]
  }
  test.each(['iso-8859-1', '"latin1"', 'utf-16', 'utf-8x', '', '"utf-8'])('charset=%s: 415', async (charset) => {
    expect(await refused({ 'content-type': `application/json; charset=${charset}` })).toEqual([
      415,
      'The request body must be in UTF-8 (charset=utf-8)',
      undefined,
    ])
  })
  test.each([
    '; charset=utf-8',
    ';charset=UTF-8',
    '; CHARSET="Utf-8"',
    '; charset = utf8',
    '; profile=x;charset=us-ascii',
  ])('%s: taken', async (parameter) => {
    expect(await refused({ 'content-type': `application/json${parameter}` })).toEqual([200, '', undefined])
  })
  test.each(['gzip', 'br', 'x-unknown', 'identity, gzip'])(
    'Content-Encoding: %s: 415, with what would do',
    async (coding) => {
      expect(await refused({ 'content-encoding': coding })).toEqual([
        415,
        'The request body must not have a Content-Encoding',
        'identity',
      ])
    },
  )
  test('Content-Encoding: identity is none', async () => {
    expect(await refused({ 'content-encoding': 'Identity' })).toEqual([200, '', undefined])
  })
})
