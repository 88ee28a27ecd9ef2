import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aUser } from '../answers/account.ts'
import {
  answer,
  bodyOf,
  type Handlers,
  openSignedIn,
  press,
  problem,
  renderApp,
  seen,
  serveSignedIn,
} from '../support/support.tsx'
import '../../src/pages/account/account.tsx'
import '../../src/pages/account/further-account-parts.tsx'
import '../../src/features/profile/change-email-dialog.tsx'

const path = 'POST /api/auth/update-email'
const dialog = () => within(screen.getByRole('dialog', { name: 'Change email' }))

async function open(handlers: Handlers = {}) {
  const served = serveSignedIn({ ...handlers })
  const app = renderApp('/account')
  await press('Change email')
  await screen.findByRole('dialog', { name: 'Change email' })
  return { ...served, ...app }
}
const fill = async () => {
  await userEvent.type(dialog().getByLabelText('New email'), 'mira@studio.example')
  await userEvent.type(dialog().getByLabelText('Password'), 'correct horse')
}

test('the profile shows who is signed in', async () => {
  openSignedIn('/account')
  const part = within((await screen.findByRole('heading', { name: 'Profile' })).closest('section')!)
  await part.findByText('mirabel')
  await part.findByText('mirabel@example.com')
})

test('whether the address was verified is told, and the link is sent again', async () => {
  const sentence = 'A mail with a link is on its way to mirabel@example.com'
  const again = 'POST /api/auth/send-verification'
  const { count } = openSignedIn(
    '/account',
    { [again]: () => answer({ message: sentence }) },
    { emailVerifiedAt: null },
  )
  await seen('Not verified')
  await press('Send the link')
  await seen(sentence)
  expect(count(again)).toBe(1)
})

test('a verified address needs no link', async () => {
  openSignedIn('/account', {}, { emailVerifiedAt: '2026-03-20T12:00:00.000Z' })
  await seen('Verified')
  expect(screen.queryByRole('button', { name: 'Send the link' })).toBeNull()
})

test('says that other sessions end, and checks both fields before asking the server', async () => {
  const { count } = await open()
  await seen('This ends your other sessions.')
  await userEvent.type(dialog().getByLabelText('New email'), 'mirabel@studio')
  await press('Update email')
  await seen('Invalid email address')
  await seen('Password is required for verification')
  expect(document.activeElement).toBe(dialog().getByLabelText('New email'))
  expect(count(path)).toBe(0)
})

test('a new email shows at once, with one call for two clicks and nothing of the password kept', async () => {
  let email = aUser().email
  const { count, client } = await open({
    'GET /api/auth/me': () => answer({ user: aUser({ email }) }),
    [path]: (init) => {
      expect(bodyOf(init)).toEqual({ newEmail: 'mira@studio.example', password: 'correct horse' })
      email = 'mira@studio.example'
      return answer({ message: 'Email updated' })
    },
  })
  await fill()
  await userEvent.dblClick(dialog().getByRole('button', { name: 'Update email' }))
  await seen('Email Updated')
  await seen('Email updated')
  await seen('mira@studio.example')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(count(path)).toBe(1)
  const kept = client.getMutationCache().getAll()
  expect(JSON.stringify(kept.map(({ state }) => state))).not.toContain('correct horse')
})

test.each([
  [
    'New email',
    409,
    'Email already registered',
    { code: 'email_taken', details: [{ field: 'newEmail', message: 'Email already registered' }] },
  ],
  ['Password', 401, 'Invalid password', { code: 'invalid_password' }],
])('refused at %s (%i): a toast, the sentence at its field, and still signed in', async (label, status, text, more) => {
  await open({ [path]: () => problem(status, text, more) })
  await fill()
  await press('Update email')
  await seen('Error')
  await waitFor(() => expect(dialog().getByLabelText(label).getAttribute('aria-invalid')).toBe('true'))
  expect(dialog().getByText(text)).toBeDefined()
  expect(dialog().queryByRole('alert')).toBeNull()
  expect(screen.getByText('Logged in as')).toBeDefined()
})

test('without a sentence of the server it is the screen’s own', async () => {
  await open({ [path]: () => answer('<html>', 502) })
  await fill()
  await press('Update email')
  await seen('Error')
  expect((await dialog().findByRole('alert')).textContent).toBe('Failed to update email')
})

test('too many tries are counted down on the button', async () => {
  await open({ [path]: () => problem(429, 'Too many attempts', {}, { 'retry-after': '30' }) })
  await fill()
  await press('Update email')
  expect(await screen.findByRole('button', { name: /Try again in (30|29) s/ })).toHaveProperty('disabled', true)
})

test('a password is shown on request', async () => {
  await open()
  const field = dialog().getByLabelText('Password')
  const eye = dialog().getByRole('button', { name: 'Show password' })
  expect([field.getAttribute('type'), eye.getAttribute('aria-pressed')]).toEqual(['password', 'false'])
  await userEvent.click(eye)
  expect(field.getAttribute('type')).toBe('text')
  expect(dialog().getByRole('button', { name: 'Hide password' }).getAttribute('aria-pressed')).toBe('true')
})

test('while the answer is on its way the button says so, and the dialog cannot be closed', async () => {
  let release = (_: Response) => {}
  await open({
    [path]: () =>
      new Promise((resolve) => {
        release = resolve
      }),
  })
  await fill()
  await press('Update email')
  expect((await dialog().findByRole('button', { name: 'Updating...' })).getAttribute('aria-busy')).toBe('true')
  await userEvent.keyboard('{Escape}')
  expect(dialog().getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true)
  release(answer({ message: 'Email updated' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
