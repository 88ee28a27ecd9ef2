import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { standardPlans } from '@utter/contracts/plans'
import { expect, test } from 'vitest'
import { aUser } from '../answers/account.ts'
import { webhookViews } from '../answers/webhooks.ts'
import { answer, press, problem, renderApp, serve } from '../support/support.tsx'
import '../../src/pages/account/account.tsx'
import '../../src/pages/account/further-account-parts.tsx'
import '../../src/features/webhooks/roll-secret-dialog.tsx'
import '../../src/features/session/verify-password-dialog.tsx'

test('a wrong password before a new signing secret is told once, at its field', async () => {
  const stale = problem(403, 'Give your password again to go on', { code: 'password_required' })
  serve({
    'GET /api/auth/me': () => answer({ user: aUser({ subscriptionTier: 'starter' }) }),
    'GET /api/plans': () => answer(standardPlans),
    'GET /api/settings/webhook': () => answer(webhookViews().working),
    'POST /api/settings/webhook/secret': () => stale,
    'POST /api/auth/verify-password': () => problem(401, 'Invalid password', { code: 'invalid_password' }),
  })
  renderApp('/account')
  await press('Roll secret')
  const asked = within(await screen.findByRole('dialog'))
  await userEvent.click(asked.getByRole('button', { name: 'Roll secret' }))
  const password = await screen.findByLabelText('Password')
  await userEvent.type(password, 'wrong')
  await press('Confirm')
  await waitFor(() => expect(password.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getAllByText('Invalid password')).toHaveLength(1)
  expect(screen.queryByText('Error')).toBeNull()
})
