import { afterEach, expect, test, vi } from 'vitest'
import { HttpError, isUnavailable, request, sentenceOf } from '../../src/lib/server/http.ts'
import { createQueryClient, pathOf, read } from '../../src/lib/server/query-client.ts'
import { answer, problem } from '../support/support.tsx'

afterEach(() => vi.unstubAllGlobals())

const serving = (response: () => Response) => {
  const fetched = vi.fn(async (_path: string, _init: RequestInit) => response())
  vi.stubGlobal('fetch', fetched)
  return fetched
}
const failureOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(HttpError)
  return error as HttpError
}

test('the message of a failure is the status, a colon and the body', async () => {
  serving(() => answer('{"error":"nope"}', 400))
  expect((await failureOf(request('GET', '/api/stats'))).message).toBe('400: {"error":"nope"}')
})

test('the message of a failure with an empty body is the status text', async () => {
  serving(() => new Response('', { status: 500, statusText: 'Internal Server Error' }))
  expect((await failureOf(request('GET', '/api/stats'))).message).toBe('500: Internal Server Error')
})

test('a failure carries the server’s sentence, the fields and the wait', async () => {
  const details = [{ field: 'userText', message: 'User text is required' }]
  serving(() => problem(429, 'Rate limit exceeded', { details }, { 'retry-after': '12' }))
  const error = await failureOf(request('POST', '/api/reply', { body: {} }))
  expect(error.problem?.details).toEqual(details)
  expect(error.retryAfterSeconds).toBe(12)
  expect(sentenceOf(error, 'Failed to process request')).toBe('Rate limit exceeded')
})

test('a body that is no problem leaves the screen its own sentence', async () => {
  serving(() => answer('<html>', 502))
  const error = await failureOf(request('POST', '/api/auth/login', { body: {} }))
  expect(sentenceOf(error, 'Invalid email or password')).toBe('Invalid email or password')
  expect(isUnavailable(error)).toBe(true)
})

test('cookies go with every request, a JSON content type only with a body', async () => {
  const fetched = serving(() => answer({}))
  await request('POST', '/api/auth/logout')
  await request('POST', '/api/auth/login', { body: { email: 'a@b.c' } })
  const [bare, full] = fetched.mock.calls.map(([, init]) => init)
  expect(bare).toMatchObject({ credentials: 'include' })
  expect(bare?.headers).toBeUndefined()
  expect(bare?.body).toBeUndefined()
  expect(full).toMatchObject({ headers: { 'content-type': 'application/json' }, body: '{"email":"a@b.c"}' })
})

test('the default read joins the parts of the key with slashes', async () => {
  const fetched = serving(() => answer([]))
  expect(pathOf(['/api', 'jobs', 'recent'])).toBe('/api/jobs/recent')
  await createQueryClient().fetchQuery({ queryKey: ['/api', 'jobs', 'recent'] })
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/jobs/recent')
})

test('a 401 throws by default, and yields null where that is asked for', async () => {
  serving(() => problem(401, 'Not signed in'))
  const context = { queryKey: ['/api/auth/me'], signal: new AbortController().signal }
  await expect(read()(context)).rejects.toThrow(/^401: /)
  await expect(read('null')(context)).resolves.toBeNull()
})

test('a failed read is not tried again, and a 401 reaches the session', async () => {
  const fetched = serving(() => problem(401, 'Not signed in'))
  const onUnauthorized = vi.fn()
  const client = createQueryClient({ onUnauthorized })
  await expect(client.fetchQuery({ queryKey: ['/api/stats'] })).rejects.toThrow()
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(onUnauthorized).toHaveBeenCalledTimes(1)
})
