import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { standardPlans, type TierName } from '@utter/contracts/plans'
import { beforeEach, describe, expect, test } from 'vitest'
import { readAccountAgain } from '../../src/features/session/me.ts'
import { aUser } from '../answers/account.ts'
import { soundsOfPage } from '../support/sounds.ts'
import { answer, bodyOf, type Handlers, problem, renderApp, sentTo, serve } from '../support/support.tsx'
import '../../src/pages/account/account.tsx'
import '../../src/pages/account/further-account-parts.tsx'
import '../../src/features/pronunciations/entry-dialog.tsx'
import '../../src/features/pronunciations/remove-entry-dialog.tsx'

const path = '/api/pronunciations'
const listPath = `${path}?kept=true`
const sql = { from: 'SQL', to: 'sequel', caseSensitive: true, wholeWord: true }
const nguyen = { from: 'Nguyen', to: 'win', caseSensitive: false, wholeWord: true }

/** The list as its server has it. */
let present: object[]

async function open(entries: object[] = [], handlers: Handlers = {}, tier: TierName = 'creator') {
  present = entries
  const served = serve({
    'GET /api/auth/me': () => answer({ user: aUser({ subscriptionTier: tier }) }),
    'GET /api/plans': () => answer(standardPlans),
    [`GET ${listPath}`]: () => answer({ entries: present, applied: true }),
    [`PUT ${path}`]: (init) => {
      present = bodyOf(init).entries
      return answer({ entries: present, applied: true })
    },
    ...handlers,
  })
  const { client } = renderApp('/account')
  await screen.findByRole('heading', { name: 'Pronunciations' })
  return { ...served, client }
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

const notApplied: Handlers = {
  [`GET ${listPath}`]: () => answer({ entries: present, applied: false }),
  [`PUT ${path}`]: (init) => {
    present = bodyOf(init).entries
    return answer({ entries: present, applied: false })
  },
}
const offer = 'Pronunciation lists are available from the creator plan.'

test('a plan without lists says from which on they are', async () => {
  await open([], notApplied, 'starter')
  expect(await part().findByText(offer)).toBeDefined()
  expect(part().getByText('Not part of your plan')).toBeDefined()
  expect(part().getByRole('link', { name: 'Compare plans' }).getAttribute('href')).toBe('/pricing')
  expect(part().queryByRole('button')).toBeNull()
})

test('a list from a plan before is shown, says that it is not applied, and may only be removed', async () => {
  await open([sql, nguyen], notApplied, 'starter')
  expect(await part().findByText('Nguyen')).toBeDefined()
  expect(part().getByText('Not applied on your plan:').parentElement?.textContent).toBe(
    `Not applied on your plan: texts are spoken as they are written. ${offer} Compare plans`,
  )
  expect(part().getByRole('link', { name: 'Compare plans' }).getAttribute('href')).toBe('/pricing')
  expect(part().queryByRole('button', { name: /^(Change|Add)/ })).toBeNull()
  for (const name of ['Nguyen', 'SQL']) {
    await press(`Remove ${name}`)
    expect(dialog().getByText(/does not come back with another plan/)).toBeDefined()
    await userEvent.click(dialog().getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  expect(await part().findByText('Not part of your plan')).toBeDefined()
  expect(sentTo(`PUT ${path}`)).toEqual([{ entries: [sql] }, { entries: [] }])
})

test('a list is applied again once the plan is changed, also in another tab', async () => {
  let applied = false
  const { client } = await open([sql], { [`GET ${listPath}`]: () => answer({ entries: present, applied }) }, 'starter')
  expect(await part().findByText('Not applied on your plan:')).toBeDefined()
  applied = true
  await act(() => readAccountAgain(client))
  expect(await part().findByRole('button', { name: 'Change SQL' })).toBeDefined()
  expect(part().queryByText('Not applied on your plan:')).toBeNull()
})

test('while the plans cannot be read the list is there', async () => {
  await open([sql], { 'GET /api/plans': () => problem(503, 'Busy') })
  expect(await part().findByRole('button', { name: 'Change SQL' })).toBeDefined()
})

describe('Hear it', () => {
  const samplePath = `POST ${path}/sample`
  const spokenNow = { [samplePath]: () => answer('mp3') }
  let play: ReturnType<typeof soundsOfPage>
  beforeEach(() => {
    play = soundsOfPage()
  })
  const pressThere = (name: string) => userEvent.click(dialog().getByRole('button', { name }))

  test('each entry is heard from its line, asked for once, and paused', async () => {
    const { count } = await open([sql, nguyen], spokenNow)
    await press('Hear SQL')
    await press('Pause SQL')
    await press('Hear Nguyen')
    await press('Hear SQL')
    expect(await part().findByRole('button', { name: 'Pause SQL' })).toBeDefined()
    expect(part().getByRole('button', { name: 'Hear Nguyen' })).toBeDefined()
    expect(sentTo(samplePath)).toEqual([{ entry: sql }, { entry: nguyen }])
    expect(count(`PUT ${path}`)).toBe(0)
  })

  test('of two that are asked for, the later is played, whichever is there first', async () => {
    const answers: (() => void)[] = []
    const late = () => new Promise<Response>((resolve) => answers.push(() => resolve(answer('mp3'))))
    await open([sql, nguyen], { [samplePath]: late })
    await press('Hear SQL')
    await press('Hear Nguyen')
    await waitFor(() => expect(answers).toHaveLength(2))
    answers[1]?.()
    expect(await part().findByRole('button', { name: 'Pause Nguyen' })).toBeDefined()
    await act(async () => answers[0]?.())
    expect(part().getByRole('button', { name: 'Pause Nguyen' })).toBeDefined()
    expect(play).toHaveBeenCalledOnce()
  })

  test('a refusal is a toast, and every line waits as long as the server says', async () => {
    const busy = () => problem(503, 'The voices are busy, try again in a moment', {}, { 'retry-after': '5' })
    await open([sql, nguyen], { [samplePath]: busy })
    await press('Hear SQL')
    expect(await screen.findByText('The voices are busy, try again in a moment')).toBeDefined()
    for (const name of [/^Hear SQL, in \d s$/, /^Hear Nguyen, in \d s$/])
      expect(part().getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true)
    expect(play).not.toHaveBeenCalled()
  })

  test('an entry is heard as it stands in the dialog, before it is saved', async () => {
    await open([], spokenNow)
    await press('Add pronunciation')
    await pressThere('Hear it')
    expect(await dialog().findByText('The spoken form is required')).toBeDefined()
    expect(sentTo(samplePath)).toEqual([])
    await userEvent.type(written(), 'GmbH')
    await userEvent.type(spoken(), 'Geh em be ha')
    await pressThere('Hear it')
    await pressThere('Pause')
    await userEvent.type(spoken(), ' ha')
    await pressThere('Hear it')
    await waitFor(() => expect(play).toHaveBeenCalledTimes(2))
    const usual = { from: 'GmbH', caseSensitive: false, wholeWord: true }
    expect(sentTo(samplePath)).toEqual(['Geh em be ha', 'Geh em be ha ha'].map((to) => ({ entry: { ...usual, to } })))
    expect(sentTo(`PUT ${path}`)).toEqual([])
  })

  test('a refusal in the dialog stands there until the entry is another', async () => {
    const sentence = 'This voice speaks English, not Thai'
    await open([sql], { [samplePath]: () => problem(400, sentence) })
    await press('Change SQL')
    await pressThere('Hear it')
    expect((await dialog().findByRole('alert')).textContent).toBe(sentence)
    await userEvent.type(spoken(), 's')
    await waitFor(() => expect(dialog().queryByRole('alert')).toBeNull())
  })

  test('a list that is not applied is not heard', async () => {
    await open([sql], notApplied, 'starter')
    expect(await part().findByRole('button', { name: 'Remove SQL' })).toBeDefined()
    expect(part().queryByRole('button', { name: /^Hear/ })).toBeNull()
  })
})
