import { randomUUID } from 'node:crypto'
import { Customer } from '@utter/testing/customers/customer'
import { type ApiOperation, createDeclaredAnswers, type GivenAnswer } from '@utter/testing/routes/declared-answers'
import { readDescription } from '@utter/testing/routes/read-description'
import { registeredRoutes } from '@utter/testing/routes/registered-routes'
import { ownPlatform } from '@utter/testing/setup/provided'
import { describe, expect, test } from 'vitest'

const { url } = ownPlatform()
const document = await readDescription(url)
const wrongIn = createDeclaredAnswers(document)
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]): [string, string, ApiOperation] => [method, path, operation]),
)

/** A path with this value for its parameters. */
const fill = (path: string, value: string) => path.replace(/\{\w+\}/g, value)
type Sent = { headers?: Record<string, string>; body?: string }

async function ask(method: string, path: string, { headers = {}, body }: Sent): Promise<GivenAnswer> {
  const stop = new AbortController()
  const response = await fetch(new URL(path, url), {
    method: method.toUpperCase(),
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body }),
    signal: stop.signal,
  })
  const type = response.headers.get('content-type') ?? ''
  // A stream has no end.
  if (!type.startsWith('text/event-stream')) return { status: response.status, type, text: await response.text() }
  stop.abort()
  return { status: response.status, type, text: '' }
}

test('the description has as many routes as the services let out', async () => {
  const isOut = ({ path, isDescribed }: { path: string; isDescribed: boolean }) =>
    isDescribed && !path.startsWith('/internal/')
  // And the gateway's own.
  expect(operations).toHaveLength((await registeredRoutes({ withPlugins: true })).filter(isOut).length + 1)
})

describe.each(operations)('%s %s', (method, path, { requestBody, security }) => {
  const example = requestBody?.content['application/json']?.example
  const bodies = requestBody ? [JSON.stringify(example), '{}', '[]', '"text"', '{"broken', ''] : [undefined]
  const ids = path.includes('{') ? [randomUUID(), 'nothing', '%00'] : ['']

  async function expectDeclared(sent: Sent, id = ids[0] ?? '', query = ''): Promise<GivenAnswer> {
    const answer = await ask(method, fill(path, id) + query, sent)
    const name = `${method} ${fill(path, id)}${query} ${sent.body ?? ''}: ${answer.status} ${answer.text.slice(0, 300)}`
    expect({ name, wrong: wrongIn(path, method, answer) }).toEqual({ name, wrong: [] })
    expect(answer.status, name).not.toBe(500)
    return answer
  }

  test('a visitor and a made-up key are answered as described', async () => {
    const [body] = bodies
    const given = { ...(body !== undefined && { body }) }
    const visitor = await expectDeclared(given)
    if (security.length > 0) expect(visitor.status).toBe(401)
    const madeUp = await expectDeclared({ ...given, headers: { authorization: 'Bearer utter_nobody' } })
    // A route that the gateway answers itself needs no credential.
    if (path !== '/api/client-errors') expect(madeUp.status).toBe(401)
  })

  test('an account is answered as described, whatever it sends', async () => {
    // An account of its own: some of these routes end it.
    const { headers } = await Customer.signUp(url)
    for (const body of bodies.toReversed()) await expectDeclared({ headers, ...(body !== undefined && { body }) })
    for (const id of ids.slice(1)) await expectDeclared({ headers, ...(requestBody && { body: bodies[0] ?? '' }) }, id)
    if (method !== 'get') return
    for (const query of [
      '?limit=0',
      '?limit=1&cursor=x',
      '?from=yesterday',
      '?format=csv',
      '?status=none',
      '?%24where=1',
    ])
      await expectDeclared({ headers }, ids[0], query)
  })
})
