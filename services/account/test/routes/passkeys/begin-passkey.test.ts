import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { openPasskeys } from '../../support/open-passkeys.ts'

const account = await closedAfterAll(openPasskeys())

test('200: for the host that people type, found without an email, and not for a device that has one already', async () => {
  const owner = await account.withPasskey()
  const { status, body } = await account.ask(owner, 'POST', 'passkeys/options')
  expect([status, body]).toMatchObject([
    200,
    {
      rp: { id: 'utter.example', name: 'Utter' },
      user: { name: owner.email },
      challenge: expect.stringMatching(/^[\w-]{40,}$/),
      excludeCredentials: [{ id: expect.any(String), transports: ['internal'] }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    },
  ])
})

test('403 in a session whose password was given too long ago', async () => {
  const owner = await account.member()
  const stale = {
    ...owner,
    session: { ...owner.session, verifiedAt: new Date(Date.now() - 16 * 60_000).toISOString() },
  }
  expect(await account.ask(stale, 'POST', 'passkeys/options')).toMatchObject(
    problem(403, 'Give your password again to go on', 'password_required'),
  )
})
