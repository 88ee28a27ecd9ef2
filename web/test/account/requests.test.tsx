import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { LoggedRequest } from '@utter/contracts/http/account/requests'
import { expect, test } from 'vitest'
import { withNewer } from '../../src/features/requests/queries.ts'
import { aKey, anAnsweredRequest } from '../answers/account.ts'
import { answer, type Handlers, press, problem, renderApp, seen, serveSignedIn } from '../support/support.tsx'
import '../../src/pages/account/requests.tsx'

const id = (digit: number) => `0000000${digit}-4a52-4c0f-9b7c-3f7d7a5f2c01`
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString()
const ok = anAnsweredRequest({ requestId: id(1), at: at(1) })
const refused = anAnsweredRequest({
  requestId: id(2),
  at: at(2),
  method: 'POST',
  path: '/api/tts',
  status: 429,
  keyId: null,
  error: 'Rate limit exceeded',
  code: 'rate_limited',
})

const list = 'GET /api/requests'
/** The read of entries from this instant on, less the seconds that one may be late. */
const newer = (instant: string) =>
  `${list}?${new URLSearchParams({ since: new Date(Date.parse(instant) - 15_000).toISOString() })}`

function open(handlers: Handlers, search = '') {
  const served = serveSignedIn({ 'GET /api/keys': () => answer([aKey({ name: 'Production' })]), ...handlers })
  renderApp(`/account/requests${search}`)
  return served
}
const rows = () => screen.queryAllByRole('row').slice(1)

test('each request has its status in a word too, its path, its time, its key, and why it was refused', async () => {
  const gone = anAnsweredRequest({ requestId: id(3), keyId: 'gone', status: 503, ms: 10_012 })
  open({ [list]: () => answer([refused, ok, gone]) })
  await seen('200 OK')
  await waitFor(() => expect(rows()[1]?.textContent).toContain('Production'))
  const texts = rows().map(({ textContent }) => textContent)
  expect(texts[0]).toMatch(/^429 Refused.*POST \/api\/ttsRate limit exceeded.*Session/)
  expect(texts[1]).toMatch(/^200 OK.*GET \/api\/jobs12 msProduction/)
  expect(texts[2]).toMatch(/^503 Failed.*10,012 msRevoked key/)
})

test('a request opens to its code and its id', async () => {
  open({ [list]: () => answer([refused]) })
  await press('Show details of POST /api/tts')
  await seen('rate_limited')
  await seen(id(2))
  expect(screen.getByRole('button', { name: 'Hide details of POST /api/tts' }).getAttribute('aria-expanded')).toBe(
    'true',
  )
})

test('what was dropped is a row with its number', async () => {
  const dropped: LoggedRequest = { kind: 'dropped', id: 'u:1', at: at(3), from: at(1), count: 1_204 }
  open({ [list]: () => answer([dropped, ok]) })
  await seen(/1,204 more requests of this minute/)
})

test('new requests come by themselves; it is paused, and goes on', async () => {
  let news: LoggedRequest[] = []
  const { count } = open({
    [list]: () => answer([ok]),
    [newer(ok.at)]: () => answer([...news, ok]),
    [newer(refused.at)]: () => answer([]),
  })
  await seen('Live')
  await waitFor(() => expect(count(newer(ok.at))).toBeGreaterThan(0))
  news = [refused]
  await seen('Rate limit exceeded')
  expect(rows().map(({ textContent }) => textContent?.slice(0, 3))).toEqual(['429', '200'])
  await press('Pause')
  await seen('Paused')
  const before = count(newer(refused.at))
  await press('Resume')
  await waitFor(() => expect(count(newer(refused.at))).toBeGreaterThan(before))
})

test('a row that comes again takes the place of the one before, on whatever page it is', () => {
  const dropped = (count: number): LoggedRequest => ({
    kind: 'dropped',
    id: 'u:1',
    at: at(1 + count),
    from: at(1),
    count,
  })
  const page = (of: LoggedRequest[]) => ({ rows: of, next: undefined })
  const pages = { pages: [page([refused]), page([dropped(1), ok])], pageParams: ['a', 'b'] }
  expect(withNewer(pages, [dropped(5)]).pages.map((one) => one.rows)).toEqual([[dropped(5), refused], [ok]])
})

test('the filters are in the address, and ask the server', async () => {
  const { count } = open({
    [list]: () => answer([ok, refused]),
    [`${list}?status=4xx`]: () => answer([refused]),
    [`${list}?status=4xx&method=POST`]: () => answer([]),
  })
  await seen('200 OK')
  await userEvent.selectOptions(screen.getByLabelText('Filter by status'), '4xx')
  await waitFor(() => expect(screen.queryByText('200 OK')).toBeNull())
  await userEvent.selectOptions(screen.getByLabelText('Filter by method'), 'POST')
  await seen('Nothing found')
  await press('Clear filters')
  await seen('200 OK')
  expect(count(`${list}?status=4xx`)).toBe(1)
})

test.each([
  ['?q=api/tts', '?path=%2Fapi%2Ftts'],
  [`?q=${id(2).toUpperCase()}`, `?requestId=${id(2)}`],
  ['?key=session&status=429', '?status=429&key=session'],
])('an address with %s asks for %s', async (search, asked) => {
  open({ [`${list}${asked}`]: () => answer([refused]) }, search)
  await seen('Rate limit exceeded')
})

test('an empty log shows how to make the first call', async () => {
  open({ [list]: () => answer([]) })
  await seen('No requests yet')
  await seen(/^curl .*\/api\/stats -H/)
})

test('unread, it says why, and can be read again', async () => {
  let isDown = true
  open({ [list]: () => (isDown ? problem(503, 'Try again in a moment') : answer([ok])) })
  await seen('Try again in a moment')
  isDown = false
  await press('Try again')
  await seen('200 OK')
})
