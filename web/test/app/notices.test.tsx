import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { NoticeView } from '@utter/contracts/http/notices/views'
import { expect, test } from 'vitest'
import { aNotice } from '../answers/account.ts'
import { answer, FakeEventSource, openScreen, openSignedIn, problem, sentTo } from '../support/support.tsx'
import '../../src/pages/terms.tsx'
import '../../src/pages/account/account.tsx'
import '../../src/pages/account/further-account-parts.tsx'
import '../../src/features/notices/unseen-count.tsx'
import '../../src/features/notices/notice-popover.tsx'

const get = 'GET /api/notifications'
const post = 'POST /api/notifications/seen'

const key = aNotice({ kind: 'key-created', name: 'Production' }, { at: '2026-01-02T12:00:00.000Z' })
const used = aNotice({ kind: 'calls-used', percent: 80, used: 12_000, limit: 15_000 })
const old = aNotice(
  { kind: 'plan-changed', from: 'free', to: 'creator' },
  { at: '2025-12-01T12:00:00.000Z', seenAt: '2025-12-02T12:00:00.000Z' },
)

function open(notices: NoticeView[] = [key, used, old], seen = () => answer({ unseen: 0 })) {
  const unseen = notices.filter(({ seenAt }) => seenAt === null).length
  return openSignedIn('/terms', { [get]: () => answer({ unseen, notices }), [post]: seen })
}
const bell = (name: string | RegExp = /^Notifications/) => screen.findByRole('button', { name })
const list = async () => within(await screen.findByRole('dialog', { name: 'Notifications' }))

test('the bell counts what is unseen, once the screen is there, and live', async () => {
  const { count } = open()
  await bell('Notifications')
  expect(count(get)).toBe(0)
  await bell('Notifications, 2 unseen')
  const came = aNotice({ kind: 'password-changed' }, { at: '2026-01-03T12:00:00.000Z' })
  act(() => FakeEventSource.of('/api/events').at(-1)!.emitNamed('notice', came))
  await bell('Notifications, 3 unseen')
  act(() => FakeEventSource.of('/api/events').at(-1)!.emitNamed('notice', came))
  await userEvent.click(await bell())
  expect((await (await list()).findAllByRole('link', { name: /Password changed/ })).length).toBe(1)
})

test('opened, it shows each with its sentence and the way to it, and marks them as seen', async () => {
  open()
  await userEvent.click(await bell())
  const rows = await (await list()).findAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^New: API key createdProduction\d+ days ago$/),
    expect.stringMatching(/^New: Calls used80 %: 12,000 of 15,000 calls of the period\d+ days ago$/),
    expect.stringMatching(/^Plan changedIt is Creator now, and was Free before\.\d+ days ago$/),
  ])
  await waitFor(() => expect(sentTo(post)).toEqual([{ until: key.at }]))
  await bell('Notifications')
  // Rows that were new at this opening still say so.
  expect((await list()).getAllByText('New:')).toHaveLength(2)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(await bell())
  await (await list()).findByRole('link', { name: /API key created/ })
  expect((await list()).queryByText('New:')).toBeNull()
  expect(sentTo(post)).toHaveLength(1)
})

test('a notice leads to where it is dealt with, and closes the list', async () => {
  const { router } = open()
  await userEvent.click(await bell())
  await userEvent.click(await (await list()).findByRole('link', { name: /API key created/ }))
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/account', hash: '#keys' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('an empty list says so, and leads to the settings', async () => {
  open([])
  await userEvent.click(await bell())
  await (await list()).findByText('No notifications')
  const settings = (await list()).getByRole('link', { name: 'Settings' })
  expect(settings.getAttribute('href')).toBe('/account#notifications')
  expect(sentTo(post)).toEqual([])
})

test('the bell closes what it has opened; they stay unseen where the server does not take it', async () => {
  open([key], () => problem(503, 'The service is busy'))
  await userEvent.click(await bell())
  await waitFor(() => expect(sentTo(post)).toHaveLength(1))
  await userEvent.click(await bell())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await bell('Notifications, 1 unseen')
})

test('a notice that comes while the list is read is not lost by the answer that was made before it', async () => {
  const made: (() => void)[] = []
  const came = aNotice({ kind: 'password-changed' }, { at: '2026-01-03T12:00:00.000Z' })
  let isMade = false
  openSignedIn('/terms', {
    [get]: async () => {
      const notices = isMade ? [came, key] : [key]
      if (!isMade) await new Promise<void>((resolve) => made.push(resolve))
      return answer({ unseen: notices.length, notices })
    },
    [post]: () => problem(503, 'The service is busy'),
  })
  await userEvent.click(await bell())
  await waitFor(() => expect(made.length).toBeGreaterThan(0))
  isMade = true
  act(() => FakeEventSource.of('/api/events').at(-1)!.emitNamed('notice', came))
  for (const answerOld of made) answerOld()
  await bell('Notifications, 2 unseen')
})

test('older notices are read by the page', async () => {
  openSignedIn('/terms', {
    [get]: () => answer({ unseen: 0, notices: [old] }, 200, { link: '</api/notifications?cursor=c2>; rel="next"' }),
    'GET /api/notifications?cursor=c2': () =>
      answer({ unseen: 0, notices: [aNotice({ kind: 'key-created', name: 'First' }, { seenAt: old.seenAt })] }),
  })
  await userEvent.click(await bell())
  expect((await list()).queryByText('First')).toBeNull()
  await userEvent.click(await (await list()).findByRole('button', { name: 'Load more' }))
  await (await list()).findByText('First')
  expect((await list()).queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('a visitor has no bell', async () => {
  openScreen('/terms')
  await screen.findByRole('link', { name: 'Log In' })
  expect(screen.queryByRole('button', { name: /^Notifications/ })).toBeNull()
})
