import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ApiKeyView } from '@utter/contracts/http/account/api-keys'
import { describe, expect, test } from 'vitest'
import { aKey, auditRow } from '../answers/account.ts'
import { answer, type Handlers, press, problem, renderApp, seen, sentTo, serveSignedIn } from '../support/support.tsx'
import '../../src/pages/account/account.tsx'
import '../../src/pages/account/further-account-parts.tsx'
import '../../src/features/api-keys/key-table.tsx'
import '../../src/features/api-keys/edit-key-dialog.tsx'
import '../../src/features/session/verify-password-dialog.tsx'

const key = aKey({ networks: ['203.0.113.7', '10.0.0.0/8'], rate: 5, monthlyCap: 5_000, callsUsed: 2_100 })
const put = `PUT /api/keys/${key.id}`
const stale = () => problem(403, 'Give your password again to go on', { code: 'password_required' })

/** The account with this key, which the server changes as it is asked to. */
async function open(first: ApiKeyView = key, handlers: Handlers = {}) {
  let present = first
  const change = (body: object) => {
    present = { ...present, ...body }
    return answer(present)
  }
  const served = serveSignedIn({
    'GET /api/keys': () => answer([present]),
    [put]: (init) => change(JSON.parse(String(init?.body))),
    ...handlers,
  })
  renderApp('/account')
  await screen.findByRole('heading', { name: 'API keys' })
  await part().findByText('Production')
  return { ...served, change }
}
const part = () => within(document.getElementById('keys')!)
const dialog = () => within(screen.getByRole('dialog', { name: 'Edit Production' }))
const field = (label: string) => dialog().getByLabelText(label)
async function fill(label: string, text: string) {
  await userEvent.clear(field(label))
  if (text) await userEvent.type(field(label), text)
}

describe('Edit', () => {
  test('begins with what the key is, sends what was changed alone, once, and the row has it', async () => {
    const { count } = await open()
    await press('Edit Production')
    await screen.findByRole('dialog', { name: 'Edit Production' })
    expect(field('Name')).toHaveProperty('value', 'Production')
    expect(field('Networks (optional)')).toHaveProperty('value', '203.0.113.7\n10.0.0.0/8')
    expect(field('Rate (optional)')).toHaveProperty('value', '5')
    await fill('Name', 'Build server')
    await fill('Rate (optional)', '')
    await fill('Networks (optional)', '')
    await userEvent.dblClick(dialog().getByRole('button', { name: 'Save' }))
    await seen('Key changed')
    expect(sentTo(put)).toEqual([{ name: 'Build server', networks: [], rate: null }])
    expect(count(put)).toBe(1)
    await part().findByText('Build server')
    expect(part().getByText('2,100 of 5,000')).toBeDefined()
    expect(part().queryByText(/networks/)).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('puts each sentence at its field, the server’s too', async () => {
    const details = [{ field: 'networks', message: 'networks must be at most 20 addresses or CIDR ranges' }]
    const { count } = await open(key, { [put]: () => problem(400, details[0]!.message, { details }) })
    await press('Edit Production')
    await fill('Name', '')
    await fill('Rate (optional)', '1.5')
    await fill('Monthly cap (optional)', 'many')
    await press('Save')
    await seen('Name is required')
    await seen('rate must be a whole number from 1')
    await seen('monthlyCap must be a whole number from 1')
    expect(document.activeElement).toBe(field('Name'))
    expect(count(put)).toBe(0)
    await fill('Name', 'Build server')
    await fill('Rate (optional)', '')
    await fill('Monthly cap (optional)', '6000')
    await press('Save')
    await waitFor(() => expect(field('Networks (optional)').getAttribute('aria-invalid')).toBe('true'))
    await seen(details[0]!.message)
  })

  test('goes on once the password is given', async () => {
    let isFresh = false
    const { count, change } = await open(key, {
      [put]: () => (isFresh ? change({ monthlyCap: null }) : stale()),
      'POST /api/auth/verify-password': () => {
        isFresh = true
        return answer({ message: 'Password verified' })
      },
    })
    await press('Edit Production')
    await fill('Monthly cap (optional)', '')
    await press('Save')
    await screen.findByRole('dialog', { name: 'Confirm your password' })
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse')
    await press('Confirm')
    await seen('Key changed')
    expect(count(put)).toBe(2)
    await waitFor(() => expect(part().queryByText('2,100 of 5,000')).toBeNull())
  })
})

describe('Pause', () => {
  test('is in the row in words, and ends by the same button', async () => {
    await open()
    await press('Pause Production')
    await seen('Key paused')
    await part().findByText('Paused')
    await press('Resume Production')
    await seen('Key resumed')
    await waitFor(() => expect(part().queryByText('Paused')).toBeNull())
    expect(sentTo(put)).toEqual([{ isPaused: true }, { isPaused: false }])
    expect(part().getByRole('button', { name: 'Pause Production' })).toBeDefined()
  })

  test('that is refused is told, and may be tried again', async () => {
    let refusal: (() => Response) | undefined = () => problem(503, 'Try again in a moment')
    const { change } = await open(key, { [put]: () => refusal?.() ?? change({ isPaused: true }) })
    await press('Pause Production')
    await seen('Try again in a moment')
    expect(part().queryByText('Paused')).toBeNull()
    refusal = undefined
    await press('Pause Production')
    await part().findByText('Paused')
  })

  test('ends once the password is given, and stays where it is not', async () => {
    await open({ ...key, isPaused: true }, { [put]: stale })
    await press('Resume Production')
    const question = within(await screen.findByRole('dialog', { name: 'Confirm your password' }))
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
    await seen('Give your password again to go on')
    expect(part().getByText('Paused')).toBeDefined()
  })
})

test('the audit says what of a key was changed', async () => {
  await open(key, {
    'GET /api/auth/audit?failedLogins=false': () =>
      answer([
        auditRow({ action: 'key-resumed', target: 'CI' }),
        auditRow({ action: 'key-paused', target: 'CI' }),
        auditRow({ action: 'key-changed', target: 'CI → Build', changed: ['name', 'monthlyCap'] }),
      ]),
  })
  await seen('API key “CI” resumed')
  await seen('API key “CI” paused')
  await seen('API key “CI → Build” changed (name, monthly cap)')
})
