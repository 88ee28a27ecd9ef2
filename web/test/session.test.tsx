// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { nextPath } from '../src/features/session/next-path.ts'
import { answer, prepareBrowser, problem, renderApp, serve, user } from './support.tsx'

// Before the clock of a test runs: a cold machine takes seconds to load a screen's modules.
beforeAll(
  () =>
    Promise.all([
      import('../src/pages/log-in.tsx'),
      import('../src/pages/sign-up.tsx'),
      import('../src/pages/license.tsx'),
    ]),
  120_000,
)
beforeEach(prepareBrowser)

const seen = async (text: string) => expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)

test('sign-up refuses with the sentences of the server, before asking it', async () => {
  const { count } = serve({})
  renderApp('/signup')
  await userEvent.type(await screen.findByLabelText('Username'), 'mi')
  await userEvent.type(screen.getByLabelText('Email'), 'mirabel@')
  await userEvent.type(screen.getByLabelText('Password'), 'short')
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
  await seen('Username must be at least 3 characters')
  await seen('Invalid email address')
  await seen('Password must be at least 8 characters')
  expect(document.activeElement).toBe(screen.getByLabelText('Username'))
  expect(screen.getByLabelText('Username').getAttribute('aria-invalid')).toBe('true')
  expect(count('POST /api/auth/signup')).toBe(0)
})

test('an error comes on leaving a changed field and goes while typing', async () => {
  serve({})
  renderApp('/signup')
  const username = await screen.findByLabelText('Username')
  await userEvent.click(username)
  await userEvent.tab()
  expect(screen.queryByText(/at least 3/)).toBeNull()
  await userEvent.type(username, 'mi')
  await userEvent.tab()
  await seen('Username must be at least 3 characters')
  await userEvent.type(username, 'r')
  await waitFor(() => expect(screen.queryByText(/at least 3/)).toBeNull())
})

test('?ref= prefills the referral code; an emptied one is not sent', async () => {
  let sent: unknown
  serve({
    'POST /api/auth/signup': (init) => {
      sent = JSON.parse(String(init.body))
      return answer({ user }, 201)
    },
  })
  renderApp('/signup?ref=MIRA7K2D')
  const code = await screen.findByLabelText('Referral code (optional)')
  expect(code).toHaveProperty('value', 'MIRA7K2D')
  await userEvent.clear(code)
  await userEvent.type(screen.getByLabelText('Username'), 'mirabel')
  await userEvent.type(screen.getByLabelText('Email'), 'mirabel@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'a long enough one')
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
  await seen('Account created!')
  await seen('You have 100 free calls')
  expect(sent).toEqual({ username: 'mirabel', email: 'mirabel@example.com', password: 'a long enough one' })
})

test('a taken name is shown in a toast and under its field; a common password is only warned of', async () => {
  const details = [{ field: 'username', message: 'Username already taken' }]
  serve({ 'POST /api/auth/signup': () => problem(409, 'Username already taken', { details }) })
  renderApp('/signup')
  await userEvent.type(await screen.findByLabelText('Username'), 'mirabel')
  await userEvent.type(screen.getByLabelText('Email'), 'mirabel@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'password123')
  await seen('This is a common password and easily guessed')
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
  await seen('Signup failed')
  await waitFor(() => expect(screen.getByLabelText('Username').getAttribute('aria-invalid')).toBe('true'))
})

test('logging in greets by name and goes where the person was going', async () => {
  serve({ 'POST /api/auth/login': () => answer({ user }) })
  renderApp('/login?next=%2Flicense')
  await userEvent.type(await screen.findByLabelText('Email'), 'mirabel@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse')
  await userEvent.click(screen.getByRole('button', { name: 'Log In' }))
  expect(await screen.findByRole('heading', { name: 'License' })).toBeDefined()
  await seen('Welcome back!')
  await seen('Signed in as mirabel')
  expect(await screen.findByRole('link', { name: 'My Account' })).toBeDefined()
})

test('a refused login has a toast, and counts down when it has to wait', async () => {
  serve({ 'POST /api/auth/login': () => problem(429, 'Too many attempts', {}, { 'retry-after': '30' }) })
  renderApp('/login')
  await userEvent.type(await screen.findByLabelText('Email'), 'mirabel@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'wrong')
  await userEvent.click(screen.getByRole('button', { name: 'Log In' }))
  await seen('Login failed')
  await seen('Too many attempts')
  expect(await screen.findByRole('button', { name: /Try again in (30|29) s/ })).toHaveProperty('disabled', true)
})

test.each([
  ['?next=/account', '/account'],
  ['?next=%2Ftest%3Fjob%3D1', '/test?job=1'],
  ['?next=https://elsewhere.example', '/'],
  ['?next=//elsewhere.example', '/'],
  ['?next=/%5Celsewhere.example', '/'],
  ['?next=javascript:alert(1)', '/'],
  ['', '/'],
])('%s leads to %s', (search, path) => {
  expect(nextPath(new URLSearchParams(search))).toBe(path)
})
