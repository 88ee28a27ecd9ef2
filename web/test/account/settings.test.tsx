import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { settingsOf } from '../answers/account.ts'
import { answer, type Handlers, openScreen, openSignedIn, problem } from '../support/support.tsx'
import '../../src/pages/settings.tsx'

const settings = settingsOf({ 'Local token': 'Not available', 'Shared secret': '••••••••' })
const get = 'GET /api/settings'
const signedIn = (more: Handlers = {}) => openSignedIn('/settings', { [get]: () => answer(settings), ...more })
const linesOf = async (name: string) => {
  const card = await screen.findByRole('region', { name })
  // Each card is drawn in a slice of its own.
  await waitFor(() => expect(card.querySelector('[aria-busy=true]')).toBeNull())
  return within(card)
    .getAllByRole('definition')
    .map((value) => `${value.previousElementSibling?.textContent}: ${value.textContent}`)
}

test('the lines are shown exactly as the server sends them, with nothing to uncover or copy', async () => {
  signedIn()
  await screen.findByText('gpt-5-mini')
  expect(await linesOf('Credentials')).toEqual([
    'Chat model key: ••••••••9f2c',
    'Speech provider key: Not set (local model)',
    'Local token: Not available',
    'Shared secret: ••••••••',
  ])
  expect(await linesOf('Models and output')).toEqual([
    'Chat model: gpt-5-mini',
    'Max completion tokens: 300',
    'Speech model: eleven_multilingual_v2',
    'Output format: mp3_48000_128 48 kHz, 128 kbps',
  ])
  const main = within(screen.getByRole('main'))
  for (const role of ['button', 'textbox', 'link']) expect(main.queryByRole(role)).toBeNull()
  main.getByText('Configuration of this platform, read-only')
})

test('a visitor sees what holds for all and is invited to log in; nothing is asked', async () => {
  const { count } = openScreen('/settings')
  const link = await within(await screen.findByRole('region', { name: 'Credentials' })).findByRole('link')
  expect(link.textContent).toBe('Log In')
  expect(link.getAttribute('href')).toBe('/login?next=%2Fsettings')
  screen.getByText('Log in to see the masked credentials and the models of this platform.')
  expect(await linesOf('Models and output')).toEqual([
    'Max completion tokens: 300',
    'Output format: mp3_48000_128 48 kHz, 128 kbps',
  ])
  expect(count(get)).toBe(0)
})

test('before the answer the lines that contracts know are there, and the others have their place', async () => {
  signedIn({ [get]: () => new Promise<Response>(() => {}) })
  await screen.findByText('48 kHz, 128 kbps')
  const card = await screen.findByRole('region', { name: 'Credentials' })
  expect(card.querySelector('[aria-busy=true] dl')?.children).toHaveLength(4)
  expect((await linesOf('Models and output'))[1]).toBe('Max completion tokens: 300')
})

test('settings that could not be read say why, leave the rest standing, and are asked for again', async () => {
  let isUp = false
  signedIn({ [get]: () => (isUp ? answer(settings) : problem(404, 'There are no settings yet')) })
  const card = within(await screen.findByRole('region', { name: 'Credentials' }))
  await card.findByText('There are no settings yet')
  expect(await linesOf('Models and output')).toContain('Chat model: Could not be read')
  isUp = true
  await userEvent.click(card.getByRole('button', { name: 'Try again' }))
  await screen.findByText('gpt-5-mini')
})
