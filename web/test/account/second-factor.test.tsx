import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { aSession } from '../answers/account.ts'
import { aPasskey, guardsOf, recoveryCodes, startedTotp, totpOn } from '../answers/second-factor.ts'
import { givenPasskey, madePasskey, stubPasskeys } from '../support/passkeys.ts'
import { answer, type Handlers, press, problem, renderApp, seen, sentTo, serveSignedIn } from '../support/support.tsx'
import '../../src/pages/account/account.tsx'
import '../../src/pages/account/further-account-parts.tsx'
import '../../src/features/security/present-guards.tsx'
import '../../src/features/security/turn-on-app-dialog.tsx'
import '../../src/features/security/turn-off-app-dialog.tsx'
import '../../src/features/security/new-codes-dialog.tsx'
import '../../src/features/security/rename-passkey-dialog.tsx'
import '../../src/features/security/remove-passkey-dialog.tsx'
import '../../src/features/security/change-password-dialog.tsx'
import '../../src/features/session/verify-password-dialog.tsx'

const path = '/api/auth/second-factor'
async function open(guards: () => ReturnType<typeof guardsOf>, handlers: Handlers = {}) {
  const served = serveSignedIn({
    'GET /api/auth/sessions': () => answer([aSession({ isCurrent: true, signedInBy: 'code' })]),
    [`GET ${path}`]: () => answer(guards()),
    ...handlers,
  })
  renderApp('/account')
  await screen.findByRole('heading', { name: 'Passkeys' })
  return served
}
const part = () => within(document.getElementById('security')!)
const passwordNeeded = () => problem(403, 'Give your password again to go on', { code: 'password_required' })

describe('an authenticator app', () => {
  test('is turned on by its first code: a QR code and the secret, then the recovery codes, which are kept', async () => {
    let guards = guardsOf()
    await open(() => guards, {
      [`POST ${path}/totp`]: () => answer(startedTotp),
      [`POST ${path}/totp/confirm`]: (init) => {
        if (!String(init.body).includes('123456'))
          return problem(400, 'This code is not valid', {
            code: 'invalid_request',
            details: [{ field: 'code', message: 'This code is not valid' }],
          })
        guards = guardsOf({ totp: totpOn, recoveryCodesLeft: 10 })
        return answer({ recoveryCodes })
      },
    })
    await press('Turn on an authenticator app')
    await press('Cancel')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await press('Turn on an authenticator app')
    const dialog = within(await screen.findByRole('dialog', { name: 'Turn on an authenticator app' }))
    expect(dialog.getByRole('img', { name: 'QR code of the secret' })).toBeTruthy()
    expect(dialog.getByLabelText('Or type this secret').textContent?.replaceAll(' ', '')).toBe(startedTotp.secret)
    await userEvent.type(dialog.getByLabelText('Code'), '000000')
    await userEvent.click(dialog.getByRole('button', { name: 'Turn on' }))
    await seen('This code is not valid')
    await userEvent.clear(dialog.getByLabelText('Code'))
    await userEvent.type(dialog.getByLabelText('Code'), '123456')
    await userEvent.click(dialog.getByRole('button', { name: 'Turn on' }))
    const codes = within(await screen.findByRole('list', { name: 'Recovery codes' }))
    expect(codes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(recoveryCodes)
    // A click outside, or Escape, must not lose them.
    await userEvent.keyboard('{Escape}')
    expect(screen.getByRole('dialog', { name: 'Your recovery codes' })).toBeTruthy()
    await press('I have kept them')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await part().findByText(/^On since Jan 3/)
    await part().findByText('10 left')
  })

  test('recovery codes are saved as a file', async () => {
    const saved: Blob[] = []
    const createObjectURL = (file: Blob) => {
      saved.push(file)
      return 'blob:codes'
    }
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: () => {} }))
    await open(() => guardsOf({ totp: totpOn, recoveryCodesLeft: 1 }), {
      [`POST ${path}/recovery-codes`]: () => answer({ recoveryCodes }),
    })
    await part().findByText('1 left')
    await press('Make new codes')
    const question = within(await screen.findByRole('dialog', { name: 'Make new recovery codes?' }))
    await userEvent.click(question.getByRole('button', { name: 'Make new codes' }))
    await press('Download')
    expect(await saved[0]?.text()).toBe(`${recoveryCodes.join('\n')}\n`)
  })

  test('is turned off behind a question', async () => {
    let guards = guardsOf({ totp: totpOn, recoveryCodesLeft: 8 })
    await open(() => guards, {
      [`DELETE ${path}/totp`]: () => {
        guards = guardsOf()
        return answer({ message: 'The authenticator app is off' })
      },
    })
    await press('Turn off the authenticator app')
    await press('Turn off')
    await seen('The authenticator app is off')
    await waitFor(() => expect(part().getByText('Off')).toBeTruthy())
  })
})

test('a session says how it began', async () => {
  await open(() => guardsOf())
  expect((await part().findByText(/by password and code/)).textContent).toContain('203.0.113.7')
})

describe('passkeys', () => {
  test('are not offered in a browser that has none', async () => {
    await open(() => guardsOf())
    await part().findByText(/Log in by your fingerprint/)
    expect(part().queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  })

  test('one is added, after the password was given again', async () => {
    stubPasskeys({ create: async () => madePasskey() })
    let isFresh = false
    let passkeys = [aPasskey()]
    await open(() => guardsOf({ passkeys }), {
      'POST /api/auth/passkeys/options': () =>
        isFresh
          ? answer({
              challenge: 'Y2hhbGxlbmdl',
              rp: { name: 'Utter' },
              user: { id: 'dQ', name: 'u' },
              pubKeyCredParams: [],
            })
          : passwordNeeded(),
      'POST /api/auth/verify-password': () => {
        isFresh = true
        return answer({ message: 'Password verified' })
      },
      'POST /api/auth/passkeys': () => {
        const made = aPasskey({ id: `passkey-${passkeys.length + 1}`, name: 'Firefox on Linux' })
        passkeys = [...passkeys, made]
        return answer(made, 201)
      },
    })
    await press('Add a passkey')
    await userEvent.type(await screen.findByLabelText('Password'), 'correct horse')
    await press('Confirm')
    await seen('Passkey added')
    expect(sentTo('POST /api/auth/passkeys')).toMatchObject([
      { passkey: { id: 'a-passkey', type: 'public-key', response: { transports: ['internal'] } } },
    ])
    await waitFor(() => expect(part().getAllByRole('button', { name: /^Rename/ })).toHaveLength(2))
    await press('Add a passkey')
    await waitFor(() => expect(part().getAllByRole('button', { name: /^Rename/ })).toHaveLength(3))
  })

  test('a person who changes their mind is told that none was made', async () => {
    stubPasskeys()
    await open(() => guardsOf(), {
      'POST /api/auth/passkeys/options': () =>
        answer({
          challenge: 'Y2hhbGxlbmdl',
          rp: { name: 'Utter' },
          user: { id: 'dQ', name: 'u' },
          pubKeyCredParams: [],
        }),
    })
    await press('Add a passkey')
    await seen('No passkey was made')
  })

  test('one is renamed, and removed behind a question', async () => {
    let passkeys = [aPasskey()]
    await open(() => guardsOf({ passkeys }), {
      'PUT /api/auth/passkeys/passkey-1': () => {
        passkeys = [aPasskey({ name: 'My tablet' })]
        return answer(passkeys[0])
      },
      'DELETE /api/auth/passkeys/passkey-1': () => {
        passkeys = []
        return new Response(null, { status: 204 })
      },
    })
    await press('Rename My phone')
    const name = await screen.findByLabelText('Name')
    await userEvent.clear(name)
    await userEvent.type(name, 'My tablet')
    await press('Rename')
    expect(sentTo('PUT /api/auth/passkeys/passkey-1')).toEqual([{ name: 'My tablet' }])
    await press('Remove My tablet')
    await screen.findByRole('dialog', { name: 'Remove My tablet?' })
    await press('Remove passkey')
    await seen('Passkey removed')
    await part().findByText(/Log in by your fingerprint/)
  })

  test('one stands for the password where an act asks for it', async () => {
    stubPasskeys({ get: async () => givenPasskey() })
    await open(() => guardsOf({ passkeys: [aPasskey()] }), {
      'POST /api/auth/verify-passkey/options': () => answer({ challenge: 'Y2hhbGxlbmdl' }),
      'POST /api/auth/change-password': () => answer({ message: 'Password changed' }),
    })
    await press('Change password')
    await userEvent.type(await screen.findByLabelText('New password'), 'a long password')
    await press('Use a passkey instead')
    await seen('Password changed')
    const [sent] = sentTo('POST /api/auth/change-password')
    expect(sent).toMatchObject({ newPassword: 'a long password', passkey: { id: 'a-passkey' } })
    expect(sent).not.toHaveProperty('password')
  })

  test('one confirms what needs the password to have been given', async () => {
    stubPasskeys({ get: async () => givenPasskey() })
    let isFresh = false
    await open(() => guardsOf({ passkeys: [aPasskey()] }), {
      [`POST ${path}/totp`]: () => (isFresh ? answer(startedTotp) : passwordNeeded()),
      'POST /api/auth/verify-passkey/options': () => answer({ challenge: 'Y2hhbGxlbmdl' }),
      'POST /api/auth/verify-passkey': () => {
        isFresh = true
        return answer({ message: 'Passkey verified' })
      },
    })
    await press('Turn on an authenticator app')
    await press('Use a passkey instead')
    await screen.findByRole('dialog', { name: 'Turn on an authenticator app' })
  })
})
