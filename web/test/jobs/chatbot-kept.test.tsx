import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { aJob, blendableVoices, jobViewOf, statsOf, submittedAs } from '../answers/jobs.ts'
import { answer, button, FakeEventSource, openSignedIn, press, renderApp, seen, sentTo } from '../support/support.tsx'
import '../../src/pages/chatbot.tsx'
import '../../src/pages/dashboard.tsx'

const jobId = aJob().id
const asked = 'POST /api/reply'
const stream = `/api/events/${jobId}`
const spoken = jobViewOf(aJob({ status: 'completed', progress: 100 }), [], {
  aiResponse: 'Bonjour tout le monde.',
  audioUrl: '/audio/reply.mp3',
})
const speaking = jobViewOf(aJob({ status: 'processing', progress: 50 }))
let job = speaking

beforeEach(() => {
  job = speaking
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockReset().mockResolvedValue()
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {})
})

const open = () =>
  openSignedIn('/chatbot', {
    'GET /api/voices': () => answer(blendableVoices()),
    'GET /api/voices/mine': () => answer([]),
    'GET /api/stats': () => answer(statsOf()),
    'GET /api/jobs/recent': () => answer([]),
    [asked]: () => answer(submittedAs(jobId), 202),
    [`POST /api/jobs/${jobId}/cancel`]: () => answer(speaking),
    [`GET /api/jobs/${jobId}`]: () => answer(job),
  })
const field = () => screen.findByLabelText<HTMLTextAreaElement>('Message')
const ask = async (text = 'Say hello in French') => {
  fireEvent.change(await field(), { target: { value: text } })
  await press('Send')
}
const opened = async (count = 1) => {
  await waitFor(() => expect(FakeEventSource.of(stream)).toHaveLength(count))
  return FakeEventSource.of(stream).at(-1)!
}
const end = async (count = 1) => {
  const source = await opened(count)
  job = spoken
  act(() => source.emit({ status: 'completed', progress: 100 }, '5'))
  await button('Play Voice')
}
const sessions = () => sentTo(asked).map((body) => (body as { sessionId: string }).sessionId)
const plays = () => vi.mocked(HTMLMediaElement.prototype.play).mock.calls.length

test('a conversation is still there after another screen and a reload, and goes on in its session', async () => {
  const { unmount } = open()
  await ask()
  await end()
  await userEvent.click(screen.getByRole('link', { name: 'Dashboard' }))
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' })
  await userEvent.click(screen.getByRole('link', { name: 'Voice Chatbot' }))
  await seen('Say hello in French')
  await seen('Bonjour tout le monde.')
  const before = plays()
  unmount()
  renderApp('/chatbot')
  await seen('Bonjour tout le monde.')
  await button('Play Voice')
  // It was heard already.
  expect(plays()).toBe(before)
  await ask('And in Spanish?')
  await waitFor(() => expect(sessions()).toHaveLength(2))
  expect(new Set(sessions()).size).toBe(1)
})

test('an answer that was on its way is followed again, and is no second job', async () => {
  const { unmount } = open()
  await ask()
  await opened()
  await seen('Thinking...')
  unmount()
  renderApp('/chatbot')
  await seen('Thinking...')
  await end(2)
  await seen('Bonjour tout le monde.')
  expect(sentTo(asked)).toHaveLength(1)
})

test('New conversation begins with the welcome, in another session, also after a reload', async () => {
  const { unmount } = open()
  await button('Autoplay')
  expect(screen.queryByRole('button', { name: 'New conversation' })).toBeNull()
  await ask()
  await end()
  await press('New conversation')
  expect(screen.queryByText('Say hello in French')).toBeNull()
  expect(screen.queryByRole('button', { name: 'New conversation' })).toBeNull()
  await seen(/^Hello!/)
  unmount()
  renderApp('/chatbot')
  await ask('Again')
  await waitFor(() => expect(sessions()).toHaveLength(2))
  expect(new Set(sessions()).size).toBe(2)
})

test('Enter sends, Shift and Enter begin a new line', async () => {
  open()
  await userEvent.type(await field(), 'Line one{Shift>}{Enter}{/Shift}line two')
  expect(await field()).toHaveProperty('value', 'Line one\nline two')
  expect(sentTo(asked)).toEqual([])
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(sentTo(asked)).toMatchObject([{ userText: 'Line one\nline two' }]))
})

test('with autoplay off nothing is heard until it is played, which is kept', async () => {
  const { unmount } = open()
  await press('Autoplay')
  expect((await button('Autoplay')).getAttribute('aria-pressed')).toBe('false')
  await ask()
  await end()
  expect(plays()).toBe(0)
  await press('Play Voice')
  await waitFor(() => expect(plays()).toBe(1))
  unmount()
  renderApp('/chatbot')
  expect((await button('Autoplay')).getAttribute('aria-pressed')).toBe('false')
})
