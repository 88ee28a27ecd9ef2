import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { curlOf } from '../../src/features/api-keys/key-labels.ts'
import { aKey } from '../answers/account.ts'
import { answer, type Handlers, press, problem, renderApp, seen, sentTo, serveSignedIn } from '../support/support.tsx'
import '../../src/pages/account/account.tsx'
import '../../src/pages/account/further-account-parts.tsx'
import '../../src/features/api-keys/key-table.tsx'
import '../../src/features/api-keys/new-key-dialog.tsx'
import '../../src/features/api-keys/reroll-key-dialog.tsx'
import '../../src/features/api-keys/revoke-key-dialog.tsx'
import '../../src/features/session/verify-password-dialog.tsx'

const secret = 'utter_9f2cT1-the-secret-itself'
const key = aKey({
  scopes: ['jobs:write', 'jobs:read'],
  expiresAt: '2027-03-04T23:59:59.999Z',
  networks: ['203.0.113.7', '10.0.0.0/8'],
  rate: 5,
  monthlyCap: 5_000,
  callsUsed: 2_100,
})
const bare = { ...key, id: 'key-2', name: 'Bare', expiresAt: null, networks: [], rate: null, monthlyCap: null }

const open = async (keys: object[], handlers: Handlers = {}) => {
  const served = serveSignedIn({ 'GET /api/keys': () => answer(keys), ...handlers })
  const app = renderApp('/account')
  await screen.findByRole('heading', { name: 'API keys' })
  return { ...served, ...app }
}
const part = () => document.getElementById('keys')!

describe('the list', () => {
  test('is empty at first', async () => {
    await open([])
    await seen('No API keys yet')
  })

  test('names scopes, use, cap, limits and end of each key, and of the key itself its first characters alone', async () => {
    await open([key, bare])
    await within(part()).findByText('Production')
    const [, limited, free] = within(part()).getAllByRole('row')
    for (const text of ['Production', 'utter_9f2cT1…', 'jobs:write jobs:read', '2,100 of 5,000', 'Mar 4, 2027'])
      expect(limited?.textContent).toContain(text)
    expect(within(limited!).getByText('2 networks · 5 requests in 60 s')).toBeDefined()
    expect(free?.textContent).toContain('2,100 callsnever usednever expires')
  })

  test('says why it could not be read, and reads again', async () => {
    let isDown = true
    await open([], { 'GET /api/keys': () => (isDown ? problem(503, 'Try again in a moment') : answer([key])) })
    await within(part()).findByText('Try again in a moment')
    isDown = false
    await userEvent.click(within(part()).getByRole('button', { name: 'Try again' }))
    await within(part()).findByText('Production')
  })
})

describe('a session whose password was given long ago', () => {
  const stale = () => problem(403, 'Give your password again to go on', { code: 'password_required' })
  const reroll = async (handlers: Handlers) => {
    let isFresh = false
    const served = await open([key], {
      'POST /api/keys/key-1/reroll': () => (isFresh ? answer({ ...key, key: secret }, 201) : stale()),
      'POST /api/auth/verify-password': () => {
        isFresh = true
        return answer({ message: 'Password verified' })
      },
      ...handlers,
    })
    await press('Reroll Production')
    await press('Reroll key')
    await screen.findByRole('dialog', { name: 'Confirm your password' })
    return served
  }

  test('is asked for the password, and what was begun goes on', async () => {
    const { count } = await reroll({})
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse')
    await press('Confirm')
    await screen.findByRole('dialog', { name: 'Your new key' })
    await screen.findByDisplayValue(secret)
    expect(sentTo('POST /api/auth/verify-password')).toEqual([{ password: 'correct horse' }])
    expect(count('POST /api/keys/key-1/reroll')).toBe(2)
    expect(screen.queryByRole('dialog', { name: 'Confirm your password' })).toBeNull()
  })

  test('that does not give it makes nothing, and sees why; a wrong one is refused at its field', async () => {
    const wrong = () => problem(401, 'Invalid password', { code: 'invalid_password' })
    const { count } = await reroll({ 'POST /api/auth/verify-password': wrong })
    await userEvent.type(screen.getByLabelText('Password'), 'wrong')
    await press('Confirm')
    await seen('Invalid password')
    expect(screen.getAllByText('Invalid password')).toHaveLength(1)
    expect(screen.queryByText('Error')).toBeNull()
    const question = within(screen.getByRole('dialog', { name: 'Confirm your password' }))
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
    await seen('Give your password again to go on')
    expect(count('POST /api/keys/key-1/reroll')).toBe(1)
    expect(screen.queryByText(secret)).toBeNull()
  })
})

describe('New key', () => {
  const fill = async (label: string, text: string) => userEvent.type(await screen.findByLabelText(label), text)

  test('puts each sentence at its field, before asking the server, and the focus on the first', async () => {
    const { count } = await open([])
    await press('New key')
    await fill('Networks (optional)', '10.0.0.0/8, somewhere')
    await fill('Rate (optional)', '1.5')
    await fill('Monthly cap (optional)', 'many')
    await userEvent.click(screen.getByLabelText(/jobs:write/))
    await userEvent.click(screen.getByLabelText(/jobs:read/))
    await press('Create key')
    await seen('Name is required')
    await seen('scopes must be one or more of jobs:write, jobs:read, jobs:delete, usage:read')
    await seen('networks must be at most 20 addresses or CIDR ranges')
    await seen('rate must be a whole number from 1')
    await seen('monthlyCap must be a whole number from 1')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))
    await fill('Name', 'n'.repeat(101))
    await press('Create key')
    await seen('Name must be at most 100 characters')
    expect(count('POST /api/keys')).toBe(0)
  })

  test('sends what was chosen, empty fields as none, and once for two clicks', async () => {
    const { count } = await open([], {
      'POST /api/keys': () => answer({ ...key, key: secret }, 201),
    })
    await press('New key')
    await fill('Name', 'Production')
    await fill('Expires (optional)', '2027-03-04')
    await fill('Networks (optional)', '203.0.113.7\n10.0.0.0/8')
    await fill('Rate (optional)', '5')
    await userEvent.dblClick(screen.getByRole('button', { name: 'Create key' }))
    await screen.findByLabelText('API key')
    expect(sentTo('POST /api/keys')).toEqual([
      {
        name: 'Production',
        scopes: ['jobs:write', 'jobs:read'],
        expiresAt: '2027-03-04T23:59:59.999Z',
        networks: ['203.0.113.7', '10.0.0.0/8'],
        rate: 5,
      },
    ])
    expect(count('POST /api/keys')).toBe(1)
  })

  test('shows the key once: closed, it is in no part of the page, of storage or of the cache', async () => {
    const { client } = await open([], { 'POST /api/keys': () => answer({ ...key, key: secret }, 201) })
    await press('New key')
    await fill('Name', 'Production')
    await press('Create key')
    const shown = await screen.findByLabelText('API key')
    expect(shown).toHaveProperty('value', secret)
    expect(document.activeElement).toBe(shown)
    expect(document.body.textContent).toContain(`Authorization: Bearer ${secret}`)
    // Neither Esc nor a click outside loses the key.
    await userEvent.keyboard('{Escape}')
    expect(screen.getByLabelText('API key')).toHaveProperty('value', secret)
    await press('Done')
    await waitFor(() => expect(screen.queryByLabelText('API key')).toBeNull())
    const cached = [...client.getQueryCache().getAll(), ...client.getMutationCache().getAll()].map(({ state }) => state)
    for (const place of [
      document.documentElement.outerHTML,
      JSON.stringify({ ...localStorage, ...sessionStorage }),
      JSON.stringify(cached),
      location.href,
    ])
      expect(place).not.toContain(secret)
    await press('New key')
    expect(await screen.findByLabelText('Name')).toHaveProperty('value', '')
  })

  test('a refusal stands at the field that it names, else in the form', async () => {
    const details = [{ field: 'expiresAt', message: 'expiresAt must lie in the future' }]
    let refusal = () => problem(400, 'expiresAt must lie in the future', { details })
    await open([], { 'POST /api/keys': () => refusal() })
    await press('New key')
    await fill('Name', 'Production')
    await fill('Expires (optional)', '2020-01-01')
    await press('Create key')
    await waitFor(() => expect(screen.getByLabelText('Expires (optional)').getAttribute('aria-invalid')).toBe('true'))
    await seen('expiresAt must lie in the future')
    expect(within(screen.getByRole('dialog')).queryByRole('alert')).toBeNull()
    refusal = () => problem(409, 'An account may have at most 50 API keys')
    await press('Create key')
    expect((await within(screen.getByRole('dialog')).findByRole('alert')).textContent).toBe(
      'An account may have at most 50 API keys',
    )
    refusal = () => problem(429, 'Rate limit exceeded', {}, { 'retry-after': '30' })
    await press('Create key')
    expect(await screen.findByRole('button', { name: /Try again in (30|29) s/ })).toHaveProperty('disabled', true)
  })
})

test.each([
  ['None: it ends at once', 0],
  ['1 hour', 3_600],
  ['1 day', 86_400],
  ['7 days', 604_800],
  [undefined, 86_400],
])(
  'a reroll with the overlap “%s”, else with a day, sends %i seconds and shows the new key',
  async (label, overlapSeconds) => {
    await open([key], {
      'POST /api/keys/key-1/reroll': () => answer({ ...key, key: secret }, 201),
    })
    await press('Reroll Production')
    const overlap = await screen.findByLabelText('Overlap')
    if (label) await userEvent.selectOptions(overlap, label)
    await press('Reroll key')
    expect(await screen.findByLabelText('API key')).toHaveProperty('value', secret)
    expect(sentTo('POST /api/keys/key-1/reroll')).toEqual([{ overlapSeconds }])
  },
)

describe('Revoke', () => {
  test('asks by the key’s name, sends one call for two clicks, and the row goes', async () => {
    const keys = [key, bare]
    const { count } = await open(keys, {
      'DELETE /api/keys/key-1': () => {
        keys.shift()
        return new Response(null, { status: 204 })
      },
    })
    await press('Revoke Production')
    await screen.findByRole('dialog', { name: 'Revoke Production?' })
    expect(document.activeElement?.textContent).toBe('Cancel')
    await userEvent.dblClick(screen.getByRole('button', { name: 'Revoke key' }))
    await waitFor(() => expect(within(part()).queryByText('Production')).toBeNull())
    expect(within(part()).getByText('Bare')).toBeDefined()
    await seen('Key revoked')
    expect(count('DELETE /api/keys/key-1')).toBe(1)
  })

  test('refused, it says so in the dialog and the key stays', async () => {
    await open([key], { 'DELETE /api/keys/key-1': () => problem(503, 'Try again in a moment') })
    await press('Revoke Production')
    await press('Revoke key')
    expect((await within(screen.getByRole('dialog')).findByRole('alert')).textContent).toBe('Try again in a moment')
    await press('Cancel')
    expect(within(part()).getByText('Production')).toBeDefined()
  })
})

test.each([
  [['jobs:write', 'usage:read'], '/api/tts'],
  [['jobs:read'], '/api/jobs'],
  [['usage:read'], '/api/usage'],
] as const)('a key for %j is shown with a call that it may make: %s', (scopes, path) => {
  const curl = curlOf(secret, scopes, 'https://utter.example', 'request-1')
  expect(curl).toContain(`curl https://utter.example${path} `)
  expect(curl).toContain(`-H "Authorization: Bearer ${secret}"`)
})
