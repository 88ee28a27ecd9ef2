import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aUser } from '../answers/account.ts'
import { answer, bodyOf, type Handlers, problem, renderApp, serveSignedIn } from '../support/support.tsx'
import '../../src/pages/account/account.tsx'
import '../../src/pages/account/further-account-parts.tsx'
import '../../src/pages/log-in.tsx'
import '../../src/features/delete-account/delete-account-dialog.tsx'

const path = 'POST /api/auth/delete-account'
const dialog = () => within(screen.getByRole('dialog'))
async function open(handlers: Handlers) {
  const served = serveSignedIn({ ...handlers })
  const app = renderApp('/account')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }))
  await screen.findByRole('dialog', { name: 'Delete the account of mirabel?' })
  return { ...served, ...app }
}
const submit = () => dialog().getByRole('button', { name: 'Delete account' })

test('says what goes and what stays, and asks for the password', async () => {
  const { count } = await open({})
  const part = within(document.getElementById('delete')!)
  expect(part.getByText('What goes, within a minute').nextElementSibling?.children.length).toBe(5)
  expect(part.getByText('What stays').nextElementSibling?.textContent).toContain('without your name')
  await userEvent.click(submit())
  await dialog().findByText('Password is required for verification')
  expect(count(path)).toBe(0)
})

test('after it nothing of the account is kept here, and Log In says that it is deleted', async () => {
  sessionStorage.setItem('draft:playground', '"what I wrote"')
  let isDeleted = false
  const { count, client } = await open({
    'GET /api/auth/me': () => (isDeleted ? problem(401, 'Not logged in') : answer({ user: aUser() })),
    'GET /api/keys': () => answer([]),
    [path]: (init) => {
      expect(bodyOf(init)).toEqual({ password: 'correct horse' })
      isDeleted = true
      return answer({ message: 'Account deleted' }, 202)
    },
  })
  await userEvent.type(dialog().getByLabelText('Password'), 'correct horse')
  await userEvent.dblClick(submit())
  await screen.findByText('Your account is deleted.')
  expect(await screen.findByRole('heading', { level: 1, name: 'Log In' })).toBeDefined()
  expect(count(path)).toBe(1)
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('what I wrote')
  const kept = client.getQueryCache().getAll()
  expect(
    kept.map(({ queryKey }) => queryKey.join('/')).filter((key) => /keys|usage|sessions|audit|jobs/.test(key)),
  ).toEqual([])
  const sent = client.getMutationCache().getAll()
  expect(JSON.stringify(sent.map(({ state }) => state))).not.toContain('correct horse')
  expect(document.body.textContent).not.toContain('mirabel')
})

test('Log In says so too where the end of the session is told before the answer', async () => {
  let told = async () => {}
  let isDeleted = false
  const { client } = await open({
    'GET /api/auth/me': () => (isDeleted ? problem(401, 'Not logged in') : answer({ user: aUser() })),
    [path]: async () => {
      isDeleted = true
      await told()
      return answer({ message: 'Account deleted' }, 202)
    },
  })
  told = async () => {
    await client.invalidateQueries({ queryKey: ['/api', 'auth', 'me'] })
    await screen.findByRole('heading', { level: 1, name: 'Log In' })
  }
  await userEvent.type(dialog().getByLabelText('Password'), 'correct horse')
  await userEvent.click(submit())
  await screen.findByText('Your account is deleted.')
})

test('a wrong password is refused at its field; nobody is logged out', async () => {
  await open({ [path]: () => problem(401, 'Invalid password', { code: 'invalid_password' }) })
  await userEvent.type(dialog().getByLabelText('Password'), 'wrong')
  await userEvent.click(submit())
  await dialog().findByText('Invalid password')
  expect(screen.getAllByText('Invalid password')).toHaveLength(1)
  expect(screen.queryByText('Error')).toBeNull()
  expect(dialog().getByLabelText('Password').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Logged in as')).toBeDefined()
})

test('too many tries are counted down', async () => {
  await open({ [path]: () => problem(429, 'Too many attempts', {}, { 'retry-after': '30' }) })
  await userEvent.type(dialog().getByLabelText('Password'), 'wrong')
  await userEvent.click(submit())
  expect((await dialog().findByRole('alert')).textContent).toBe('Too many attempts')
  expect(await screen.findByRole('button', { name: /Try again in (30|29) s/ })).toHaveProperty('disabled', true)
})
