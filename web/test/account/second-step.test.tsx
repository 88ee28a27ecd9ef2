import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { aUser } from '../answers/account.ts'
import { givenPasskey, stubPasskeys } from '../support/passkeys.ts'
import { answer, type Handlers, openScreen, press, problem, seen, sentTo } from '../support/support.tsx'
import '../../src/pages/log-in.tsx'
import '../../src/features/session/second-factor/code-form.tsx'

const second = 'POST /api/auth/login/second-factor'

describe('a login with a second step', () => {
  const begin = async (handlers: Handlers) => {
    const served = openScreen('/login', {
      'POST /api/auth/login': () =>
        problem(401, 'A code of your authenticator app is needed', {
          code: 'second_factor_required',
          ticket: 'the-ticket',
        }),
      ...handlers,
    })
    await userEvent.type(await screen.findByLabelText('Email'), 'mirabel@example.com')
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse')
    await userEvent.click(screen.getByRole('button', { name: 'Log In' }))
    return served
  }

  test('asks for the code, refuses a wrong one in its place, and then welcomes', async () => {
    await begin({
      [second]: (init) =>
        String(init.body).includes('123456')
          ? answer({ user: aUser() })
          : problem(401, 'This code is not valid, or it came too late', { code: 'invalid_code' }),
    })
    const code = await screen.findByLabelText('Code')
    // No failure is announced before one.
    expect(screen.queryByText('Login failed')).toBeNull()
    await userEvent.type(code, '000000{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('This code is not valid, or it came too late')
    await userEvent.clear(code)
    await userEvent.type(code, '123456{Enter}')
    await seen('Welcome back!')
    expect(sentTo(second)).toEqual([
      { ticket: 'the-ticket', code: '000000' },
      { ticket: 'the-ticket', code: '123456' },
    ])
  })

  test('takes a recovery code in its place, and leads back to the beginning', async () => {
    await begin({ [second]: () => answer({ user: aUser() }) })
    await screen.findByLabelText('Code')
    await press('Use a recovery code')
    await userEvent.type(screen.getByLabelText('Recovery code'), 'abcd-efgh-jkmn-pq2r')
    await press('Back to Log In')
    expect(await screen.findByLabelText('Email')).toHaveProperty('value', '')
  })

  test('says that a code is needed where none was given', async () => {
    const { count } = await begin({})
    await screen.findByLabelText('Code')
    await userEvent.click(screen.getByRole('button', { name: 'Log In' }))
    await seen('Code is required')
    expect(count(second)).toBe(0)
  })
})

describe('a passkey', () => {
  const options = { 'POST /api/auth/login/passkey/options': () => answer({ challenge: 'Y2hhbGxlbmdl' }) }

  test('logs in without an email and a password', async () => {
    stubPasskeys({ get: async () => givenPasskey() })
    openScreen('/login', { ...options, 'POST /api/auth/login/passkey': () => answer({ user: aUser() }) })
    await press('Sign in with a passkey')
    await seen('Signed in as mirabel')
    expect(sentTo('POST /api/auth/login/passkey')).toMatchObject([
      { passkey: { id: 'a-passkey', response: { userHandle: expect.any(String) } } },
    ])
  })

  test('that is not given, or that no account has, is a failed login', async () => {
    let given: () => Promise<unknown> = () => Promise.reject(new DOMException('', 'NotAllowedError'))
    stubPasskeys({ get: () => given() })
    openScreen('/login', {
      ...options,
      'POST /api/auth/login/passkey': () => problem(401, 'No account has this passkey', { code: 'invalid_passkey' }),
    })
    await press('Sign in with a passkey')
    await seen('No passkey was given')
    given = async () => givenPasskey()
    await press('Sign in with a passkey')
    await seen('No account has this passkey')
  })

  test('is not offered by a browser that has none', async () => {
    openScreen('/login')
    await screen.findByLabelText('Email')
    expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull()
  })
})
