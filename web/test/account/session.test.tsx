import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { challengeOf, counterOf } from '@utter/testing/challenge'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { forgetResetToken, readResetToken } from '../../src/features/session/mailed-tokens.ts'
import { createAppCache, followOtherTabs, readMe } from '../../src/features/session/me.ts'
import { nextPath } from '../../src/features/session/next-path.ts'
import { aUser } from '../answers/account.ts'
import {
  answer,
  openScreen,
  openSignedIn,
  press,
  problem,
  renderApp,
  seen,
  sentTo,
  serve,
} from '../support/support.tsx'
import '../../src/pages/log-in.tsx'
import '../../src/pages/verify-email.tsx'
import '../../src/pages/sign-up.tsx'
import '../../src/pages/license.tsx'

test('sign-up refuses with the sentences of the server, before asking it', async () => {
  const { count } = openScreen('/signup')
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
  openScreen('/signup')
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
  openScreen('/signup?ref=MIRA7K2D', {
    'POST /api/auth/signup': () => answer({ user: aUser() }, 201),
  })
  const code = await screen.findByLabelText('Referral code (optional)')
  expect(code).toHaveProperty('value', 'MIRA7K2D')
  await userEvent.clear(code)
  await userEvent.type(screen.getByLabelText('Username'), 'mirabel')
  await userEvent.type(screen.getByLabelText('Email'), 'mirabel@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'a long enough one')
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
  await seen('Account created!')
  await seen('You have 100 free calls')
  expect(sentTo('POST /api/auth/signup')).toEqual([
    { username: 'mirabel', email: 'mirabel@example.com', password: 'a long enough one' },
  ])
})

test('a sign-up on a page in another language asks for mails in it', async () => {
  document.documentElement.lang = 'fr'
  openScreen('/signup', { 'POST /api/auth/signup': () => answer({ user: aUser() }, 201) })
  await userEvent.type(await screen.findByLabelText('Username'), 'mirabel')
  await userEvent.type(screen.getByLabelText('Email'), 'mirabel@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'a long enough one')
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
  await seen('Account created!')
  expect(sentTo('POST /api/auth/signup')).toMatchObject([{ language: 'fr' }])
  document.documentElement.lang = 'en'
})

describe('a sign-up that owes a proof of work', () => {
  const owed = async (counter: number) =>
    problem(403, 'A proof of work is needed', { code: 'proof_required', challenge: await challengeOf(counter, 10) })
  /** Keys are derived as they are, but only once they are let go. */
  function holdKeys() {
    const { promise, resolve } = Promise.withResolvers<void>()
    const derive = crypto.subtle.deriveBits.bind(crypto.subtle)
    vi.spyOn(crypto.subtle, 'deriveBits').mockImplementation(async (...given) => {
      await promise
      return derive(...given)
    })
    return resolve
  }
  afterEach(() => void vi.restoreAllMocks())

  async function fillIn() {
    await userEvent.type(await screen.findByLabelText('Username'), 'mirabel')
    await userEvent.type(screen.getByLabelText('Email'), 'mirabel@example.com')
    await userEvent.type(screen.getByLabelText('Password'), 'a long enough one')
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
  }

  test('is sent again with it; a check that takes long is told', async () => {
    const letGo = holdKeys()
    const answers = [await owed(3), await owed(4), answer({ user: aUser() }, 201)]
    openScreen('/signup', { 'POST /api/auth/signup': () => answers.shift() ?? problem(500, 'no more') })
    await fillIn()
    expect(await screen.findByRole('button', { name: 'Checking your browser…' })).toBeDefined()
    letGo()
    await seen('Account created!')
    const proofs = (sentTo('POST /api/auth/signup') as { proof?: string }[]).map(
      ({ proof }) => proof && counterOf(proof),
    )
    expect(proofs).toEqual([undefined, 3, 4])
  })
  test('fails like any other when it cannot be made', async () => {
    vi.spyOn(crypto.subtle, 'deriveBits').mockRejectedValue(new Error('no such algorithm'))
    const refusal = await owed(3)
    openScreen('/signup', { 'POST /api/auth/signup': () => refusal })
    await fillIn()
    await seen('Signup failed')
    await seen('Unable to create account')
    expect(screen.getByRole('button', { name: 'Create account' })).toHaveProperty('disabled', false)
  })
})

test.each([
  ['Username', 'Username already taken'],
  ['Email', 'Email already registered'],
])(
  'a taken %s is shown in a toast and under its field; a common password is only warned of',
  async (label, message) => {
    const details = [{ field: label.toLowerCase(), message }]
    openScreen('/signup', { 'POST /api/auth/signup': () => problem(409, message, { details }) })
    await userEvent.type(await screen.findByLabelText('Username'), 'mirabel')
    await userEvent.type(screen.getByLabelText('Email'), 'mirabel@example.com')
    await userEvent.type(screen.getByLabelText('Password'), 'password123')
    await seen('This is a common password and easily guessed')
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
    await seen('Signup failed')
    await seen(message)
    await waitFor(() => expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true'))
  },
)

test('logging in greets by name and goes where the person was going', async () => {
  openScreen('/login?next=%2Flicense', { 'POST /api/auth/login': () => answer({ user: aUser() }) })
  await userEvent.type(await screen.findByLabelText('Email'), 'mirabel@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse')
  await userEvent.click(screen.getByRole('button', { name: 'Log In' }))
  expect(await screen.findByRole('heading', { name: 'License' })).toBeDefined()
  await seen('Welcome back!')
  await seen('Signed in as mirabel')
  expect(await screen.findByRole('link', { name: 'My Account' })).toBeDefined()
})

test.each([
  ['none', undefined, [{ language: 'es' }]],
  ['one already', 'de' as const, []],
])(
  'a login on a page in another language asks for mails in it where the account has %s',
  async (_, language, asked) => {
    document.documentElement.lang = 'es'
    const put = 'PUT /api/auth/language'
    let isIn = false
    const { count } = openScreen('/login', {
      'POST /api/auth/login': () => {
        isIn = true
        return answer({ user: aUser(language && { language }) })
      },
      [put]: () => answer({ message: 'Language updated' }),
      'GET /api/auth/me': () =>
        isIn ? answer({ user: aUser({ language: language ?? 'es' }) }) : problem(401, 'Not logged in'),
    })
    await userEvent.type(await screen.findByLabelText('Email'), 'mirabel@example.com')
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse')
    await userEvent.click(screen.getByRole('button', { name: 'Log In' }))
    await seen('Welcome back!')
    await waitFor(() => expect(count(put)).toBe(asked.length))
    expect(sentTo(put)).toEqual(asked)
    document.documentElement.lang = 'en'
  },
)

test('a refused login has a toast, and counts down when it has to wait', async () => {
  openScreen('/login', { 'POST /api/auth/login': () => problem(429, 'Too many attempts', {}, { 'retry-after': '30' }) })
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

test('an invitation that does not exist is refused at its field', async () => {
  const details = [{ field: 'referralCode', message: 'Invalid referral code' }]
  openScreen('/signup?ref=NOBODY', {
    'POST /api/auth/signup': () => problem(400, 'Invalid referral code', { details }),
  })
  await userEvent.type(await screen.findByLabelText('Username'), 'mirabel')
  await userEvent.type(screen.getByLabelText('Email'), 'mirabel@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'a long enough one')
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
  const code = screen.getByLabelText('Referral code (optional)')
  await waitFor(() => expect(code.getAttribute('aria-invalid')).toBe('true'))
  expect(document.getElementById(code.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Invalid referral code',
  )
})

test('sign-up names the terms and the license, with links', async () => {
  openScreen('/signup')
  const main = within(await screen.findByRole('main'))
  const terms = await main.findByRole('link', { name: 'Terms of Service' })
  expect(terms.getAttribute('href')).toBe('/terms')
  expect(terms.parentElement?.textContent).toContain('By creating an account you agree to the Terms of Service.')
  expect(main.getByRole('link', { name: 'License' }).getAttribute('href')).toBe('/license')
})

test.each(['/login', '/signup'])('on %s the password is shown on request', async (path) => {
  openScreen(path)
  const field = await screen.findByLabelText('Password')
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(field.getAttribute('type')).toBe('text')
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(field.getAttribute('type')).toBe('password')
})

test('two clicks log in once, and nothing keeps the password', async () => {
  const { count } = serve({ 'POST /api/auth/login': () => answer({ user: aUser() }) })
  const { client } = renderApp('/login?next=%2Flicense')
  await userEvent.type(await screen.findByLabelText('Email'), 'mirabel@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse')
  await userEvent.dblClick(screen.getByRole('button', { name: 'Log In' }))
  await screen.findByRole('heading', { name: 'License' })
  expect(count('POST /api/auth/login')).toBe(1)
  await waitFor(() => expect(client.getMutationCache().getAll()).toEqual([]))
})

describe('‘Forgot your password?’', () => {
  const path = 'POST /api/auth/forgot-password'
  async function ask(email: string) {
    await press('Forgot your password?')
    await userEvent.type(await screen.findByLabelText('Email of your account'), email)
    await press('Send me a link')
  }

  test('has a link mailed, and shows the server’s sentence in place of the question', async () => {
    const sentence = 'If an account has this address, a mail with a link is on its way to it.'
    openScreen('/login', { [path]: () => answer({ message: sentence }) })
    await ask('mira@studio.example')
    await seen(sentence)
    expect(sentTo(path)).toEqual([{ email: 'mira@studio.example' }])
    expect(screen.queryByLabelText('Email of your account')).toBeNull()
  })

  test('names the operator where no mails are sent', async () => {
    openScreen('/login', { [path]: () => problem(404, 'This platform sends no mails', { code: 'no_mails' }) })
    await ask('mira@studio.example')
    await screen.findByText(/Ask its operator for a link/)
  })

  test('asks the server nothing for what is no address', async () => {
    const { count } = openScreen('/login')
    await ask('mira@studio')
    await seen('Invalid email address')
    expect(count(path)).toBe(0)
  })
})

describe('the link that verifies an address', () => {
  const path = 'POST /api/auth/verify-email'
  beforeEach(() => Object.assign(window, { emailToken: 'the-token' }))
  afterEach(() => Object.assign(window, { emailToken: undefined }))

  test('does so by a click, and not by itself', async () => {
    const { count } = openScreen('/verify-email', { [path]: () => answer({ message: 'Email verified' }) })
    await screen.findByRole('button', { name: 'Verify this address' })
    expect(count(path)).toBe(0)
    await press('Verify this address')
    await seen('Your address is verified. Thank you.')
    expect(sentTo(path)).toEqual([{ token: 'the-token' }])
  })

  test('says that it is over, and where another one comes from', async () => {
    openScreen('/verify-email', { [path]: () => problem(400, 'This link is no longer valid') })
    await press('Verify this address')
    await screen.findByText(/This link is no longer valid. A new link is sent from the profile/)
  })
})

test('‘Forgot your password?’ opens below, and says so', async () => {
  openScreen('/login')
  const question = await screen.findByRole('button', { name: 'Forgot your password?' })
  const text = document.getElementById(question.getAttribute('aria-controls') ?? '')
  expect([question.getAttribute('aria-expanded'), text?.hidden]).toEqual(['false', true])
  await userEvent.click(question)
  expect([question.getAttribute('aria-expanded'), text?.hidden]).toEqual(['true', false])
  expect(text?.textContent).toContain('Send me a link')
})

describe('the operator’s link', () => {
  const path = 'POST /api/auth/reset-password'
  beforeEach(() => Object.assign(window, { resetToken: 'the-token' }))
  afterEach(forgetResetToken)
  const set = async (password: string) => {
    const field = await screen.findByLabelText('New password')
    await userEvent.clear(field)
    await userEvent.type(field, password)
    await userEvent.dblClick(screen.getByRole('button', { name: 'Set new password' }))
  }

  test('asks for a new password of 8 to 128 characters, then logs in with the server’s message', async () => {
    const { client } = openScreen('/login', {
      [path]: () => answer({ message: 'Password changed' }),
    })
    await set('short')
    await seen('Password must be at least 8 characters')
    await set('x'.repeat(129))
    await seen('Password must be at most 128 characters')
    expect(sentTo(path)).toEqual([])
    await set('a long enough one')
    await seen('Password changed')
    await screen.findByRole('heading', { name: 'Log In' })
    expect(sentTo(path)).toEqual([{ token: 'the-token', password: 'a long enough one' }])
    expect(readResetToken()).toBeUndefined()
    const cached = [...client.getQueryCache().getAll(), ...client.getMutationCache().getAll()].map(({ state }) => state)
    expect(JSON.stringify([cached, { ...localStorage, ...sessionStorage }])).not.toContain('the-token')
  })

  test('that is no longer valid says so, and stays in the form', async () => {
    const details = [{ field: 'token', message: 'This link is no longer valid' }]
    openScreen('/login', { [path]: () => problem(400, 'This link is no longer valid', { details }) })
    await set('a long enough one')
    expect((await within(screen.getByRole('main')).findByRole('alert')).textContent).toBe(
      'This link is no longer valid',
    )
    expect(screen.getByLabelText('New password')).toHaveProperty('value', 'a long enough one')
    await userEvent.click(screen.getByRole('button', { name: 'Back to Log In' }))
    await screen.findByRole('heading', { name: 'Log In' })
    expect(readResetToken()).toBeUndefined()
  })

  test('shows its form to a signed-in person too', async () => {
    openSignedIn('/login')
    await screen.findByRole('heading', { name: 'New password' })
  })
})

test('a screen that needs a login is come back to with its query and its part', async () => {
  openScreen('/account?checkout=done#usage')
  const link = await screen.findByRole('link', { name: 'Sign up' })
  expect(new URLSearchParams(link.getAttribute('href')?.split('?')[1]).get('next')).toBe('/account?checkout=done#usage')
})

test.each(['knows nothing of it yet', 'had found out by itself'])(
  'a log-out in another tab: what was written in this one, which %s, is forgotten',
  async (state) => {
    let isSignedIn = true
    serve({ 'GET /api/auth/me': () => (isSignedIn ? answer({ user: aUser() }) : problem(401, 'Not logged in')) })
    const client = createAppCache()
    await readMe(client)
    const end = followOtherTabs(client)
    onTestFinished(end)
    sessionStorage.setItem('draft:playground', '"What I wrote here"')
    isSignedIn = false
    if (state === 'had found out by itself') expect(await readMe(client)).toBeNull()
    const otherTab = new BroadcastChannel('utter-session')
    onTestFinished(() => otherTab.close())
    otherTab.postMessage('changed')
    await waitFor(() => expect(sessionStorage.getItem('draft:playground')).toBeNull())
  },
)
