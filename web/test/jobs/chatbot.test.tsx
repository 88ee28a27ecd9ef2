import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { readDraft } from '../../src/lib/drafts.ts'
import { readRecent } from '../../src/lib/recent.ts'
import { aJob, anOwnVoice, blendableVoices, jobViewOf, submittedAs } from '../answers/jobs.ts'
import {
  answer,
  button,
  FakeEventSource,
  type Handlers,
  openSignedIn,
  press,
  problem,
  seen,
  sentTo,
} from '../support/support.tsx'
import '../../src/features/chatbot/voice-dialog.tsx'
import '../../src/pages/chatbot.tsx'

const jobId = aJob().id
const reply = 'Bonjour tout le monde.'
const tts = 'POST /api/tts'
const spoken = jobViewOf(aJob({ status: 'completed', progress: 100 }), [], { audioUrl: '/audio/reply.mp3' })
const events = `data: ${JSON.stringify({ text: reply })}\n\nevent: done\ndata: ${JSON.stringify({ response: reply })}\n\n`
const own = anOwnVoice('My narrator')

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async () => {})
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {})
})

const open = (handlers: Handlers = {}) =>
  openSignedIn('/chatbot', {
    'GET /api/voices': () => answer(blendableVoices()),
    'GET /api/voices/mine': () => answer([own]),
    'POST /api/chat': () => answer(events),
    [tts]: () => answer(submittedAs(jobId), 202),
    [`GET /api/jobs/${jobId}`]: () => answer(spoken),
    ...handlers,
  })
const ask = async (text = 'Say hello in French') => {
  fireEvent.change(await screen.findByLabelText('Message'), { target: { value: text } })
  await press('Send')
}
const end = async (event: object) => {
  const stream = () => FakeEventSource.of(`/api/events/${jobId}`).at(-1)
  await waitFor(() => expect(stream()).toBeDefined())
  act(() => stream()?.emit(event, '5'))
}
const voicesSent = () => sentTo(tts).map((body) => (body as { voiceId: string }).voiceId)
const dialog = () => screen.findByRole('dialog', { name: 'Voice of the replies' })
const choose = async (name: RegExp) => fireEvent.click(within(await dialog()).getByRole('radio', { name }))

test('replies are spoken by the default voice, whose name is beside the field', async () => {
  open()
  await button('Voice: Heart')
  await ask()
  await end({ status: 'completed', progress: 100 })
  await button('Play Voice')
  expect(voicesSent()).toEqual(['default'])
})

test('a reply is heard while it is spoken, and not a second time when that has ended', async () => {
  open()
  await button('Voice: Heart')
  await ask()
  await waitFor(() => expect(FakeEventSource.of(`/api/events/${jobId}`)).toHaveLength(1))
  act(() => FakeEventSource.last.emitNamed('audio', { audioUrl: '/audio/live.mp3', live: true }))
  await seen('Generating voice...')
  const play = vi.mocked(HTMLMediaElement.prototype.play)
  const played = () => play.mock.contexts.map((element) => new URL((element as HTMLMediaElement).src).pathname)
  await waitFor(() => expect(played()).toEqual(['/audio/live.mp3']))
  await end({ status: 'completed', progress: 100 })
  await waitFor(() => expect(screen.queryByText('Generating voice...')).toBeNull())
  expect(played()).toEqual(['/audio/live.mp3'])
  expect(sentTo(tts)).toMatchObject([{ stream: true }])
})

test('another voice speaks from the next reply on, in this tab, and is among those that were used last', async () => {
  const { unmount } = open()
  await press('Voice: Heart')
  expect(within(await dialog()).getByText('My narrator')).toBeDefined()
  await choose(/^Michael/)
  await press('Done')
  await ask()
  await end({ status: 'completed', progress: 100 })
  await button('Play Voice')
  expect([voicesSent(), readRecent('voices')]).toEqual([['am_michael'], ['am_michael']])
  unmount()
  open()
  await button('Voice: Michael')
})

test('a voice that is chosen while the reply is written speaks it', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  open({ 'POST /api/chat': () => promise })
  await button('Voice: Heart')
  await ask()
  await press('Voice: Heart')
  await choose(/^Bella/)
  await act(async () => resolve(answer(events)))
  await waitFor(() => expect(voicesSent()).toEqual(['af_bella']))
})

test('the default’s own name chooses the default, which speaks other languages too', async () => {
  open()
  await press('Voice: Heart')
  await choose(/^Michael/)
  await button('Voice: Michael')
  await choose(/^Heart/)
  await press('Done')
  await ask()
  await waitFor(() => expect(voicesSent()).toEqual(['default']))
})

test('by keyboard: Escape clears the search, then closes, and the focus is on the button again', async () => {
  open()
  await press('Voice: Heart')
  const search = within(await dialog()).getByRole('searchbox', { name: 'Search voices' })
  expect(document.activeElement).toBe(search)
  await userEvent.keyboard('bella{Escape}')
  expect([search, (await dialog()).isConnected]).toEqual([expect.objectContaining({ value: '' }), true])
  await userEvent.keyboard('{ArrowDown}{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(await button('Voice: Heart'))
})

test('past the chats of the day the message is kept, and the way to the plans shown', async () => {
  const refusal = problem(429, 'Daily chat limit reached', { code: 'chat_limit_reached' }, { 'retry-after': '40000' })
  open({ 'POST /api/chat': () => refusal })
  await ask('Is this kept?')
  await seen('Daily chat limit reached')
  await seen('Is this kept?')
  expect((await screen.findByRole('link', { name: 'See plans' })).getAttribute('href')).toBe('/pricing')
  expect(screen.getByPlaceholderText('Ask me anything...')).toBeDefined()
})

const refusal = 'This voice speaks English, not French'
const refuse = (code: string) => ({ [tts]: () => problem(400, refusal, { code }) })
const another = () => screen.queryByRole('button', { name: 'Choose another voice' })

test('a reply that its voice does not speak keeps its text, and another voice speaks it', async () => {
  const answers = [problem(400, refusal, { code: 'language_not_spoken' }), answer(submittedAs(jobId), 202)]
  open({ [tts]: () => answers.shift() ?? problem(500, 'Asked too often') })
  await press('Voice: Heart')
  await choose(/^Michael/)
  await press('Done')
  await ask()
  await seen(`Voice generation failed: ${refusal}`)
  await seen(reply)
  await press('Choose another voice')
  await choose(/^Dora/)
  await press('Done')
  await press('Speak it with Dora')
  await end({ status: 'completed', progress: 100 })
  await button('Play Voice')
  expect(sentTo(tts)).toMatchObject([{ voiceId: 'am_michael' }, { voiceId: 'ef_dora', userText: reply }])
})

test.each(['language_not_spoken', 'invalid_voice'])(
  'a job that fails with %s leads to another voice too',
  async (code) => {
    sessionStorage.setItem('draft:chat-voice', '"am_michael"')
    open({
      [`GET /api/jobs/${jobId}`]: () => answer(jobViewOf(aJob({ status: 'failed' }), [], { error: refusal, code })),
    })
    await ask()
    await end({ status: 'failed', progress: 0 })
    await button('Choose another voice')
  },
)

test.each([
  ['the default voice', 'default', 'language_not_spoken'],
  ['a chosen voice for another reason', 'am_michael', 'quota'],
])('a refusal of %s leads to no other', async (_, voiceId, code) => {
  sessionStorage.setItem('draft:chat-voice', JSON.stringify(voiceId))
  open(refuse(code))
  await ask()
  await seen(`Voice generation failed: ${refusal}`)
  expect(another()).toBeNull()
})

test('a voice that is gone is said, and the default one speaks', async () => {
  sessionStorage.setItem('draft:chat-voice', '"gone"')
  open()
  await seen('Your voice is no longer there: the default one speaks.')
  await ask()
  await waitFor(() => expect(voicesSent()).toEqual(['default']))
  expect(readDraft('chat-voice')).toBe('gone')
})

test('while own voices cannot be read, none of them is taken for gone', async () => {
  sessionStorage.setItem('draft:chat-voice', JSON.stringify(own.id))
  const { client } = open({ 'GET /api/voices/mine': () => problem(503, 'Busy') })
  await waitFor(() => expect(client.getQueryState(['/api', 'voices', 'mine'])?.status).toBe('error'))
  await ask()
  await waitFor(() => expect(voicesSent()).toEqual([own.id]))
  expect(screen.queryByText(/no longer there/)).toBeNull()
})
