import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type AuditRow, auditActions } from '@utter/contracts/http/account/audit'
import { expect, test } from 'vitest'
import { sentenceOfRow, sourceOfRow } from '../../src/features/audit/audit-labels.ts'
import { auditRow } from '../answers/account.ts'
import { answer, type Handlers, problem, renderApp, serveSignedIn } from '../support/support.tsx'
import '../../src/pages/account/account.tsx'
import '../../src/pages/account/further-account-parts.tsx'

async function open(handlers: Handlers) {
  const served = serveSignedIn({ ...handlers })
  renderApp('/account')
  await screen.findByRole('heading', { name: 'Audit log' })
  return served
}
/** The list as it is at first: what the owner did. */
const address = '/api/auth/audit?failedLogins=false'
const part = () => within(document.getElementById('audit')!)

test.each<[Partial<AuditRow>, string]>([
  [{ action: 'signed-up' }, 'Account created'],
  [{ action: 'logged-in', target: 'Firefox on Linux' }, 'Logged in with Firefox on Linux'],
  [{ action: 'login-failed', target: 'curl' }, 'Log-in with a wrong password from curl'],
  [{ action: 'login-failed', target: 'curl', count: 1_200 }, 'Log-in with a wrong password from curl, 1,200 times'],
  [{ action: 'logged-out' }, 'Logged out'],
  [{ action: 'email-changed', target: 'mira@studio.example' }, 'Email changed to mira@studio.example'],
  [{ action: 'session-ended', target: 'Safari on iOS' }, 'Session ended of Safari on iOS'],
  [{ action: 'key-created', target: 'Production' }, 'API key “Production” created'],
  [{ action: 'plan-set', target: 'creator' }, 'Plan changed to Creator'],
  [{ action: 'rate-set', target: '20' }, 'Rate limit set to 20 requests in 60 s'],
])('%j reads “%s”', (more, sentence) => {
  expect(sentenceOfRow(auditRow(more))).toBe(sentence)
})

test.each(auditActions)('%s has a sentence in plain words, with and without what it was about', (action) => {
  for (const target of ['creator', null]) {
    const sentence = sentenceOfRow(auditRow({ action, target }))
    expect(sentence).toMatch(/^[A-Z][^_]+$/)
    expect(sentence).not.toContain(action)
    expect(sentence).not.toContain('null')
  }
})

test.each<[Partial<AuditRow>, string]>([
  [{}, 'You · 203.0.113.7'],
  [{ actor: 'visitor' }, 'Somebody who was not logged in · 203.0.113.7'],
  [{ actor: 'operator', address: null }, 'The operator'],
  [{ actor: 'billing', address: null }, 'Billing'],
])('%j was done by “%s”', (more, source) => {
  expect(sourceOfRow(auditRow(more))).toBe(source)
})

test('an empty one says so', async () => {
  await open({ [`GET ${address}`]: () => answer([]) })
  await part().findByText('Nothing here yet')
})

test('100 are shown; ‘Load more’ follows the server’s link until there is none', async () => {
  const first = Array.from({ length: 100 }, (_, index) => auditRow({ action: 'logged-in', target: `Client ${index}` }))
  const next = '/api/auth/audit?limit=100&failedLogins=false&cursor=abc'
  const { count } = await open({
    [`GET ${address}`]: () => answer(first, 200, { link: `<${next}>; rel="next"` }),
    [`GET ${next}`]: () => answer([auditRow()]),
  })
  await waitFor(() => expect(part().getAllByRole('listitem').length).toBe(100))
  await userEvent.dblClick(part().getByRole('button', { name: 'Load more' }))
  await part().findByText('Account created')
  expect(part().getAllByRole('listitem').length).toBe(101)
  expect(part().queryByRole('button', { name: 'Load more' })).toBeNull()
  expect(count(`GET ${next}`)).toBe(1)
})

test('a page that could not be read is told in a toast; the rows stay', async () => {
  const next = '/api/auth/audit?limit=100&failedLogins=false&cursor=abc'
  await open({
    [`GET ${address}`]: () => answer([auditRow()], 200, { link: `<${next}>; rel="next"` }),
    [`GET ${next}`]: () => problem(503, 'Try again in a moment'),
  })
  await userEvent.click(await part().findByRole('button', { name: 'Load more' }))
  expect((await screen.findAllByText('Try again in a moment')).length).toBeGreaterThan(0)
  expect(part().getByText('Account created')).toBeDefined()
  expect(part().getByRole('button', { name: 'Load more' })).toBeDefined()
})

test('unread, it says why and leaves the other parts standing', async () => {
  await open({ [`GET ${address}`]: () => problem(503, 'Try again in a moment') })
  expect((await part().findByRole('alert')).textContent).toContain('Try again in a moment')
  expect(screen.getByRole('heading', { name: 'Profile' })).toBeDefined()
})

test('log-ins that failed are shown when they are asked for, with their number and the last time', async () => {
  const failed = auditRow({ action: 'login-failed', actor: 'visitor', count: 101, lastAt: new Date().toISOString() })
  await open({
    [`GET ${address}`]: () => answer([auditRow()]),
    'GET /api/auth/audit?failedLogins=true': () => answer([failed, auditRow()]),
  })
  await part().findByText('Account created')
  expect(part().queryByText(/wrong password/)).toBeNull()
  await userEvent.click(part().getByRole('checkbox', { name: 'Failed log-ins' }))
  const row = (await part().findByText('Log-in with a wrong password, 101 times')).closest('li')
  expect(row?.textContent).toContain('just now')
})
