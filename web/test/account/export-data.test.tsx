import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { answer, problem, renderApp, serveSignedIn } from '../support/support.tsx'
import '../../src/pages/account/account.tsx'
import '../../src/pages/account/further-account-parts.tsx'
import '../../src/features/session/verify-password-dialog.tsx'

const path = 'POST /api/auth/export'
const stale = () => problem(403, 'Give your password again to go on', { code: 'password_required' })

test('with a password of long ago the zip is saved once the password is given again', async () => {
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  URL.createObjectURL = () => 'blob:here'
  URL.revokeObjectURL = () => {}
  let isFresh = false
  const { count } = serveSignedIn({
    [path]: () =>
      isFresh ? answer('zip', 200, { 'content-disposition': 'attachment; filename="utter-2026-01-15.zip"' }) : stale(),
    'POST /api/auth/verify-password': () => {
      isFresh = true
      return answer({ message: 'Password confirmed' })
    },
  })
  renderApp('/account')
  await userEvent.click(await screen.findByRole('button', { name: 'Export data' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your password' }))
  await userEvent.type(dialog.getByLabelText('Password'), 'correct horse')
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(saved).toEqual(['utter-2026-01-15.zip']))
  expect(count(path)).toBe(2)
  vi.restoreAllMocks()
})

test('a refusal is told', async () => {
  serveSignedIn({ [path]: () => problem(429, 'Too many requests at once, try again in a moment', {}) })
  renderApp('/account')
  await userEvent.click(await screen.findByRole('button', { name: 'Export data' }))
  await screen.findByText('Too many requests at once, try again in a moment')
})
