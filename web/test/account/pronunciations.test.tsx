import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { standardPlans, type TierName } from '@utter/contracts/plans'
import { expect, test } from 'vitest'
import { aUser } from '../answers/account.ts'
import { answer, bodyOf, type Handlers, problem, renderApp, sentTo, serve } from '../support/support.tsx'
import '../../src/pages/account.tsx'
import '../../src/features/pronunciations/entry-dialog.tsx'
import '../../src/features/pronunciations/remove-entry-dialog.tsx'

const path = '/api/pronunciations'
const sql = { from: 'SQL', to: 'sequel', caseSensitive: true, wholeWord: true }
const nguyen = { from: 'Nguyen', to: 'win', caseSensitive: false, wholeWord: true }

/** The list as its server has it. */
let present: object[]

async function open(entries: object[] = [], handlers: Handlers = {}, tier: TierName = 'creator') {
  present = entries
  const served = serve({
    'GET /api/auth/me': () => answer({ user: aUser({ subscriptionTier: tier }) }),
    'GET /api/plans': () => answer(standardPlans),
    [`GET ${path}`]: () => answer({ entries: present, applied: true }),
    [`PUT ${path}`]: (init) => {
      present = bodyOf(init).entries
      return answer({ entries: present, applied: true })
    },
    ...handlers,
  })
  renderApp('/account')
  await screen.findByRole('heading', { name: 'Pronunciations' })
  return served
}
const part = () => within(document.getElementById('pronunciations')!)
const press = async (name: string) => userEvent.click(await part().findByRole('button', { name }))
const dialog = () => within(screen.getByRole('dialog'))
const written = () => dialog().getByLabelText('As it is written')
const spoken = () => dialog().getByLabelText('As it is spoken')
const save = () => userEvent.click(dialog().getByRole('button', { name: 'Save' }))

test('an empty list says what it is for, and how many there may be', async () => {
  await open()
  expect(await part().findByText('No pronunciations yet')).toBeDefined()
  expect(part().getByText('0 of 500 used')).toBeDefined()
})

test('an entry is added to the others, one of another tab among them', async () => {
  await open([sql])
  await press('Add pronunciation')
  present = [sql, nguyen]
  await userEvent.type(written(), 'GmbH')
  await userEvent.type(spoken(), 'Geh em be ha')
  await save()
  expect(await part().findByText('GmbH')).toBeDefined()
  const added = { from: 'GmbH', to: 'Geh em be ha', caseSensitive: false, wholeWord: true }
  expect(sentTo(`PUT ${path}`)).toEqual([{ entries: [sql, nguyen, added] }])
  expect(part().getByText('3 of 500 used')).toBeDefined()
})

test('an entry is changed in its place, and removed', async () => {
  await open([sql, nguyen])
  await press('Change SQL')
  await userEvent.clear(spoken())
  await userEvent.type(spoken(), 'ess cue el')
  await userEvent.click(dialog().getByLabelText('Only as a whole word'))
  await save()
  expect(await part().findByText('ess cue el')).toBeDefined()
  const changed = { ...sql, to: 'ess cue el', wholeWord: false }
  expect(part().getByText('In this case alone · Inside words too')).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await press('Remove Nguyen')
  await userEvent.click(dialog().getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(part().queryByText('Nguyen')).toBeNull())
  expect(sentTo(`PUT ${path}`).at(-1)).toEqual({ entries: [changed] })
})

test('what is missing is said at its field, and nothing is sent', async () => {
  await open()
  await press('Add pronunciation')
  await save()
  expect(await dialog().findByText('The written form is required')).toBeDefined()
  expect(dialog().getByText('The spoken form is required')).toBeDefined()
  expect(sentTo(`PUT ${path}`)).toEqual([])
})

test('a refusal is shown in the dialog, which stays open', async () => {
  const field = { field: 'entries.1.from', message: 'from is the same as that of entry 1' }
  const refused = () => problem(400, field.message, { details: [field] })
  await open([sql], { [`PUT ${path}`]: refused })
  await press('Add pronunciation')
  await userEvent.type(written(), 'SQL')
  await userEvent.type(spoken(), 'sequel')
  await save()
  expect(await dialog().findByText(field.message)).toBeDefined()
})

test('a plan without lists says from which on they are, and asks for none', async () => {
  const { count } = await open([], {}, 'starter')
  expect(await part().findByText('Pronunciation lists are available from the creator plan.')).toBeDefined()
  expect(part().getByRole('link', { name: 'Compare plans' }).getAttribute('href')).toBe('/pricing')
  expect(count(`GET ${path}`)).toBe(0)
})
