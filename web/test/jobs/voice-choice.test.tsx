import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { VoiceView } from '@utter/contracts/http/voices'
import { describe, expect, test } from 'vitest'
import { filterVoices, languageOptions, noFilters } from '../../src/features/playground/voice-choice/filter-voices.ts'
import { addRecent, readRecent } from '../../src/lib/recent.ts'
import { aJob, anOwnVoice, aVoice, jobViewOf, submittedAs } from '../answers/jobs.ts'
import { answer, openScreen, openSignedIn, press, problem, seen } from '../support/support.tsx'
import '../../src/features/playground/voice-choice/voice-browser.tsx'
import '../../src/pages/playground.tsx'

const voiceOf = (id: string, language: string, over: Partial<VoiceView> = {}) =>
  aVoice(id, id.charAt(0).toUpperCase() + id.slice(1), { description: '', language, languages: [language], ...over })

const many = [
  voiceOf('heart', 'en-US', { aliases: ['default'], sex: 'female', speedClass: 'natural' }),
  voiceOf('michael', 'en-US'),
  voiceOf('emma', 'en-GB', { description: 'Clear, formal' }),
  voiceOf('george', 'en-GB', { settings: ['style'] }),
  voiceOf('dora', 'es', { sex: 'female', speedClass: 'natural' }),
  voiceOf('jose', 'es', { name: 'José' }),
  voiceOf('siwis', 'fr'),
  voiceOf('pico', 'fr', { languages: ['fr', 'es', 'pt-BR'] }),
]
const alike = (count: number) =>
  Array.from({ length: count }, (_, index) => voiceOf(`voice${index}`, index % 2 ? 'en-US' : 'en-GB'))

const jobId = aJob().id
const open = (voices: VoiceView[]) =>
  openSignedIn('/test', {
    'GET /api/voices': () => answer(voices),
    'POST /api/tts': () => answer(submittedAs(jobId), 202),
    [`GET /api/jobs/${jobId}`]: () => answer(jobViewOf(aJob())),
  })
/** The names of the voices in sight. */
const shown = () =>
  within(group())
    .queryAllByRole('button', { name: /^Play a sample of/ })
    .map(nameOf)
const nameOf = (button: HTMLElement) => button.getAttribute('aria-label')?.replace('Play a sample of ', '')
const group = () => screen.getByRole('group', { name: 'Voice' })
const radio = (name: RegExp) => within(group()).getByRole<HTMLInputElement>('radio', { name })
const chosen = () =>
  within(group())
    .getAllByRole<HTMLInputElement>('radio')
    .filter(({ checked }) => checked).length
const voiceId = () => screen.getByLabelText<HTMLInputElement>('Voice ID')
const search = () => screen.getByRole('searchbox', { name: 'Search voices' })
const showAll = async (count: number) => {
  await press(`All ${count} voices`)
  await screen.findByRole('searchbox', { name: 'Search voices' })
}
const openAll = async (voices = many) => {
  open(voices)
  await showAll(voices.length)
}

test('up to six voices of one language are six cards, with nothing to search', async () => {
  open(alike(6))
  await waitFor(() => expect(shown()).toHaveLength(6))
  expect(within(group()).queryByRole('button', { name: /^All/ })).toBeNull()
})

test.each([
  ['more than six voices', alike(7)],
  ['few voices of two languages', [voiceOf('heart', 'en-US'), voiceOf('dora', 'es')]],
])('%s have a search behind a button', async (_, voices) => {
  open(voices)
  await showAll(voices.length)
  expect(shown()).toHaveLength(voices.length)
  expect(document.activeElement).toBe(search())
})

test('the cards of many voices are the first four, and say what each is', async () => {
  open(many)
  await seen('English (US) · Female · Natural')
  expect(shown()).toEqual(['Heart', 'Michael', 'Emma', 'George'])
})

test('an id that is typed chooses its voice, on a card of its own; an id that no voice has chooses none', async () => {
  open(many)
  await waitFor(() => expect(radio(/Heart/).checked).toBe(true))
  fireEvent.change(voiceId(), { target: { value: 'siwis' } })
  expect(shown()).toEqual(['Heart', 'Michael', 'Emma', 'Siwis'])
  expect(radio(/Siwis/).checked).toBe(true)
  fireEvent.change(voiceId(), { target: { value: 'a-clone-of-mine' } })
  expect(chosen()).toBe(0)
})

test('a voice is found by its language, chosen, and stays in sight when the list is closed', async () => {
  await openAll()
  await userEvent.type(search(), 'span')
  expect(shown()).toEqual(['Dora', 'José', 'Pico'])
  expect(within(group()).getByRole('status').textContent).toBe('3 voices')
  fireEvent.click(radio(/Dora/))
  expect(voiceId().value).toBe('dora')
  await press('Show fewer')
  expect(shown()).toEqual(['Heart', 'Michael', 'Emma', 'Dora'])
})

test('by keyboard: down leads from the search to the chosen voice, and Enter in the search sends nothing', async () => {
  const { count } = open(many)
  await showAll(8)
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(radio(/Heart/))
  expect(screen.queryByText('User text is required')).toBeNull()
  expect(count('POST /api/tts')).toBe(0)
})

test('Escape clears the search, and closes the list when nothing is to be cleared', async () => {
  await openAll()
  await userEvent.type(search(), 'emma')
  expect(shown()).toEqual(['Emma'])
  await userEvent.keyboard('{Escape}')
  expect(shown()).toHaveLength(many.length)
  expect(document.activeElement).toBe(search())
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'All 8 voices' }))
})

test('Escape that ends a composed word leaves the search and the list as they are', async () => {
  await openAll()
  await userEvent.type(search(), 'emma')
  fireEvent.keyDown(search(), { key: 'Escape', isComposing: true })
  expect(shown()).toEqual(['Emma'])
})

test('nothing found is said, and a button takes the filters away', async () => {
  await openAll()
  await userEvent.selectOptions(screen.getByLabelText('Filter by language'), 'French')
  expect(shown()).toEqual(['Siwis', 'Pico'])
  await userEvent.type(search(), 'emma')
  await seen('No voice matches')
  await press('Clear filters')
  expect(shown()).toHaveLength(many.length)
})

test('voices of one language and region have no filter by language', async () => {
  await openAll(alike(14).filter(({ language }) => language === 'en-US'))
  expect(search()).toBeDefined()
  expect(screen.queryByLabelText('Filter by language')).toBeNull()
})

describe('the voices that were used last', () => {
  test('are first, once a job was sent with them', async () => {
    const { unmount } = open(many)
    await screen.findByRole('radio', { name: /Heart/ })
    fireEvent.change(voiceId(), { target: { value: 'siwis' } })
    fireEvent.change(screen.getByLabelText('User text'), { target: { value: 'Bonjour' } })
    await press('Submit Request')
    await seen('Job submitted')
    unmount()
    open(many)
    await waitFor(() => expect(shown()).toEqual(['Siwis', 'Heart', 'Michael', 'Emma']))
    await showAll(8)
    expect(await seen('Recently used')).toHaveLength(1)
    expect(shown().slice(0, 2)).toEqual(['Siwis', 'Heart'])
  })

  test('are four at most, each once; anything else in the storage is none', () => {
    for (const id of ['a', 'b', 'c', 'b', 'd', 'e']) addRecent('voices', id)
    expect(readRecent('voices')).toEqual(['e', 'd', 'b', 'c'])
    for (const stored of ['{', '{"a":1}', '[1]']) {
      localStorage.setItem('recent:voices', stored)
      expect(readRecent('voices')).toEqual([])
    }
  })

  test('that are no longer there are left out', async () => {
    addRecent('voices', 'gone')
    addRecent('voices', 'default')
    open(many)
    await waitFor(() => expect(shown()).toEqual(['Heart', 'Michael', 'Emma', 'George']))
  })

  test('are forgotten at log-out', async () => {
    addRecent('voices', 'emma')
    openSignedIn('/test', { 'POST /api/auth/logout': () => answer({ message: 'Logged out' }) })
    await press('Log Out')
    await waitFor(() => expect(readRecent('voices')).toEqual([]))
  })
})

test('a setting without effect on the voice is disabled and says so; an unknown voice has all of them', async () => {
  open(many)
  await waitFor(() => expect(screen.getByLabelText('Similarity boost')).toHaveProperty('disabled', true))
  expect(screen.getByLabelText('Stability')).toHaveProperty('disabled', false)
  expect(screen.getByLabelText('Speaker boost')).toHaveProperty('disabled', true)
  expect(await seen('Without effect on this voice')).toHaveLength(2)
  fireEvent.click(radio(/George/))
  expect(screen.getByLabelText('Stability')).toHaveProperty('disabled', true)
  fireEvent.change(voiceId(), { target: { value: 'a-clone-of-mine' } })
  expect(screen.queryByText('Without effect on this voice')).toBeNull()
  expect(screen.getByLabelText('Speaker boost')).toHaveProperty('disabled', false)
})

test.each([
  ['JOSE', '', ['jose']],
  ['formal clear', '', ['emma']],
  ['', 'en', ['heart', 'michael', 'emma', 'george']],
  ['', 'en-GB', ['emma', 'george']],
  ['portuguese', '', ['pico']],
  ['french', 'es', ['pico']],
])("'%s' in the language '%s' finds %j", (text, language, ids) => {
  expect(filterVoices(many, { text, language }).map(({ id }) => id)).toEqual(ids)
})

test('a language of several regions is offered whole and by region', () => {
  expect(languageOptions(many).map(({ name }) => name)).toEqual([
    ...['English', 'English (UK)', 'English (US)', 'French', 'Portuguese (Brazil)', 'Spanish'],
  ])
})

test('a tag that is none is shown as it is, and no filter finds all', () => {
  expect(languageOptions([voiceOf('odd', 'not a tag')])).toEqual([{ tag: 'not a tag', name: 'not a tag' }])
  expect(filterVoices(many, noFilters)).toEqual(many)
})

describe('an account’s own voices', () => {
  const own = anOwnVoice('My narrator')
  const openWith = (voices: object[], handlers = {}) =>
    openSignedIn('/test', {
      'GET /api/voices': () => answer(many),
      'GET /api/voices/mine': () => answer(voices),
      ...handlers,
    })

  test('are a group of their own, the first of the whole list, and are found like the others', async () => {
    openWith([own])
    await showAll(many.length + 1)
    const names = await within(group()).findAllByText(/^(Your own|My narrator|All others|Heart)$/)
    expect(names.map(({ textContent }) => textContent)).toEqual(['Your own', 'My narrator', 'All others', 'Heart'])
    await userEvent.type(search(), 'michael 40')
    expect(shown()).toEqual(['My narrator'])
    await userEvent.click(radio(/My narrator/))
    expect(voiceId().value).toBe(own.id)
    expect(screen.getAllByText('Without effect on this voice').length).toBeGreaterThan(0)
    expect(screen.getByRole('link', { name: 'Make one of your own' }).getAttribute('href')).toBe('/account#voices')
  })

  test('are left out where they cannot be read', async () => {
    openWith([], { 'GET /api/voices/mine': () => problem(503, 'Busy') })
    await showAll(many.length)
    expect(shown()).toHaveLength(many.length)
  })

  test('are not asked for by a visitor', async () => {
    const { count } = openScreen('/test', { 'GET /api/voices': () => answer(many) })
    await seen('English (US) · Female · Natural')
    expect(count('GET /api/voices/mine')).toBe(0)
  })
})
