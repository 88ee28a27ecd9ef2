import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { settingsOf } from '../answers/account.ts'
import { answer, openScreen, openSignedIn, seen } from '../support/support.tsx'
import '../../src/features/settings/small-model.tsx'
import '../../src/pages/chatbot.tsx'
import '../../src/pages/playground.tsx'

const get = 'GET /api/settings'
const line = 'A small model on this machine answers. OPENAI_BASE_URL connects a better one.'
const answering = (chatModelClass?: 'small' | 'good' | 'vendor') => ({
  [get]: () => answer(settingsOf({}, chatModelClass && { chatModelClass })),
  'GET /api/voices': () => answer([]),
})

test('the chatbot says that a small model answers', async () => {
  openSignedIn('/chatbot', answering('small'))
  await seen(line)
})

test('the Playground says it where a text is to be answered, and not where it is spoken as it is', async () => {
  const { count } = openSignedIn('/test', answering('small'))
  await screen.findByLabelText('User text')
  expect(count(get)).toBe(0)
  fireEvent.click(screen.getByRole('radio', { name: 'Answer it' }))
  await seen(line)
  fireEvent.click(screen.getByRole('radio', { name: 'Speak it as it is' }))
  expect(screen.queryByText(line)).toBeNull()
})

test.each(['good', 'vendor', undefined] as const)('nothing is said of a model that is %s', async (chatModelClass) => {
  const { client } = openSignedIn('/chatbot', answering(chatModelClass))
  await waitFor(() => expect(client.getQueryData(['/api', 'settings'])).toBeDefined())
  await screen.findByLabelText('Message')
  expect(screen.queryByText(line)).toBeNull()
})

test('a visitor is told nothing of it, and nothing is asked', async () => {
  const { count } = openScreen('/chatbot', answering('small'))
  await screen.findByRole('link', { name: 'Log in to try it' })
  expect(count(get)).toBe(0)
  expect(screen.queryByText(line)).toBeNull()
})
