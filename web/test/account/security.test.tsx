import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { aKey, aSession } from '../answers/account.ts'
import { guardsOf } from '../answers/second-factor.ts'
import { answer, type Handlers, press, problem, renderApp, seen, sentTo, serveSignedIn } from '../support/support.tsx'
import '../../src/pages/account/account.tsx'
import '../../src/pages/account/further-account-parts.tsx'
import '../../src/features/security/change-password-dialog.tsx'
import '../../src/features/security/end-others-dialog.tsx'

const all = () => {
  const lastUsedAt = new Date(Date.now() - 7_200_000).toISOString()
  return [
    aSession({ lastUsedAt, isCurrent: true }),
    aSession({ lastUsedAt, id: 's-2', client: 'Safari on iOS' }),
    aSession({ lastUsedAt, id: 's-3', client: null, address: null }),
  ]
}

async function open(handlers: Handlers = {}) {
  const served = serveSignedIn({
    'GET /api/auth/sessions': () => answer(all()),
    'GET /api/auth/second-factor': () => answer(guardsOf()),
    ...handlers,
  })
  const app = renderApp('/account')
  await screen.findByRole('heading', { name: 'Security' })
  return { ...served, ...app }
}
const part = () => within(document.getElementById('security')!)

describe('sessions', () => {
  test('have client, address and last use; this one has a badge and no button', async () => {
    await open()
    const [own, other, unknown] = await part().findAllByRole('listitem')
    expect(own?.textContent).toBe('Firefox on Linux203.0.113.7 · last used 2 hours agoThis device')
    expect(other?.textContent).toBe('Safari on iOS203.0.113.7 · last used 2 hours agoEnd')
    expect(unknown?.textContent).toBe('An unknown programlast used 2 hours agoEnd')
  })

  test('alone, there is nothing to end', async () => {
    await open({ 'GET /api/auth/sessions': () => answer(all().slice(0, 1)) })
    await part().findByText('This device')
    expect(part().queryByRole('button', { name: /End/ })).toBeNull()
  })

  test('that could not be read say why', async () => {
    await open({ 'GET /api/auth/sessions': () => problem(503, 'Try again in a moment') })
    expect((await part().findByRole('alert')).textContent).toContain('Try again in a moment')
  })

  test('one is ended: one call for two clicks, the row goes, the focus stays in the part', async () => {
    const rows = all()
    const { count } = await open({
      'GET /api/auth/sessions': () => answer(rows),
      'DELETE /api/auth/sessions/s-2': () => {
        rows.splice(1, 1)
        return new Response(null, { status: 204 })
      },
    })
    await userEvent.dblClick(await part().findByRole('button', { name: 'End the session of Safari on iOS' }))
    await seen('Session ended')
    await waitFor(() => expect(part().getAllByRole('listitem').length).toBe(2))
    expect(count('DELETE /api/auth/sessions/s-2')).toBe(1)
    expect(document.activeElement?.textContent).toBe('Sessions')
  })

  test('one that has ended meanwhile: a toast, and the list is read again', async () => {
    let rows = all()
    await open({
      'GET /api/auth/sessions': () => answer(rows),
      'DELETE /api/auth/sessions/s-2': () => {
        rows = rows.slice(0, 1)
        return problem(404, 'Session not found')
      },
    })
    await press('End the session of Safari on iOS')
    await seen('Session not found')
    await waitFor(() => expect(part().getAllByRole('listitem').length).toBe(1))
  })

  test('all others are ended behind a question', async () => {
    let rows = all()
    const { count } = await open({
      'GET /api/auth/sessions': () => answer(rows),
      'DELETE /api/auth/sessions': () => {
        rows = rows.slice(0, 1)
        return answer({ message: 'All other sessions have ended' })
      },
    })
    await press('End all other sessions')
    await screen.findByRole('dialog', { name: 'End all other sessions?' })
    expect(count('DELETE /api/auth/sessions')).toBe(0)
    await press('End sessions')
    await seen('All other sessions have ended')
    await waitFor(() => expect(part().getAllByRole('listitem').length).toBe(1))
  })
})

describe('Change password', () => {
  const path = 'POST /api/auth/change-password'
  const dialog = () => within(screen.getByRole('dialog', { name: 'Change password' }))
  const fill = async (next: string) => {
    await press('Change password')
    await userEvent.type(await screen.findByLabelText('Current password'), 'correct horse')
    await userEvent.type(dialog().getByLabelText('New password'), next)
  }
  const submit = () => userEvent.click(dialog().getByRole('button', { name: /Change password|Try again/ }))

  test.each([
    ['short', 'Password must be at least 8 characters'],
    ['x'.repeat(129), 'Password must be at most 128 characters'],
  ])('refuses %s before asking the server', async (next, sentence) => {
    const { count } = await open({ [path]: () => answer({ message: 'Password changed' }) })
    await fill(next)
    await submit()
    await seen(sentence)
    expect(count(path)).toBe(0)
  })

  test('a common one is warned of, and taken', async () => {
    await open({ [path]: () => answer({ message: 'Password changed' }) })
    await fill('password123')
    await seen('This is a common password and easily guessed')
    await submit()
    await seen('Success!')
    await seen('Password changed')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test.each([
    ['ends the API keys too', true],
    ['leaves them where the box is not ticked', false],
  ])('%s', async (_name, isTicked) => {
    await open({
      [path]: () => answer({ message: 'Password changed' }),
      'GET /api/keys': () => answer([aKey(), aKey({ id: 'key-2' })]),
    })
    await fill('a long password')
    const box = await dialog().findByRole('checkbox', { name: 'Also end 2 API keys' })
    if (!isTicked) await userEvent.click(box)
    await submit()
    await seen('Password changed')
    expect(sentTo(path)).toMatchObject([{ revokeKeys: isTicked }])
  })

  test('a wrong one is refused at its field, and too many are counted down', async () => {
    let refusal = () => problem(401, 'Invalid password', { code: 'invalid_password' })
    await open({ [path]: () => refusal() })
    await fill('a long password')
    await submit()
    await waitFor(() => expect(dialog().getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true'))
    expect(screen.getAllByText('Invalid password')).toHaveLength(1)
    expect(screen.queryByText('Error')).toBeNull()
    refusal = () => problem(429, 'Too many attempts', {}, { 'retry-after': '30' })
    await submit()
    expect((await dialog().findByRole('alert')).textContent).toBe('Too many attempts')
    expect(await screen.findByRole('button', { name: /Try again in (30|29) s/ })).toHaveProperty('disabled', true)
  })
})
