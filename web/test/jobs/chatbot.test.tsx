import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { beforeEach, expect, test, vi } from 'vitest'
import { accountEvents } from '../../src/features/jobs/live/account-events.ts'
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
const asked = 'POST /api/reply'
const tts = 'POST /api/tts'
const cancel = `POST /api/jobs/${jobId}/cancel`
const spoken = jobViewOf(aJob({ status: 'completed', progress: 100 }), [], {
  aiResponse: reply,
  audioUrl: '/audio/reply.mp3',
})
const failed = (over: Partial<JobView>) => jobViewOf(aJob({ status: 'failed' }), [], over)
const cancelled = failed({ error: 'Cancelled', code: 'cancelled' })
const own = anOwnVoice('My narrator')

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async () => {})
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {})
})

const open = (handlers: Handlers = {}) =>
  openSignedIn('/chatbot', {
    'GET /api/voices': () => answer(blendableVoices()),
    'GET /api/voices/mine': () => answer([own]),
    [asked]: () => answer(submittedAs(jobId), 202),
    [tts]: () => answer(submittedAs(jobId), 202),
    [cancel]: () => answer(cancelled),
    [`GET /api/jobs/${jobId}`]: () => answer(spoken),
    ...handlers,
  })
const ask = async (text = 'Say hello in French') => {
  fireEvent.change(await screen.findByLabelText('Message'), { target: { value: text } })
  await press('Send')
}
const stream = async () => {
  const opened = () => FakeEventSource.of(`/api/events/${jobId}`).at(-1)
  await waitFor(() => expect(opened()).toBeDefined())
  return opened() as FakeEventSource
}
const end = async (event: object) => {
  const now = await stream()
  act(() => now.emit(event, '5'))
}
/** A named event of the job's stream. */
const tell = async (name: 'writing' | 'reply' | 'audio', data: object) => {
  const now = await stream()
  act(() => now.emitNamed(name, data))
}
const live = { audioUrl: '/audio/live.mp3', live: true }
const voicesSent = (path = asked) => sentTo(path).map((body) => (body as { voiceId: string }).voiceId)
const played = () =>
  vi.mocked(HTMLMediaElement.prototype.play).mock.contexts.map((element) => {
    const { src } = element as HTMLMediaElement
    return new URL(src).pathname
  })
const dialog = () => screen.findByRole('dialog', { name: 'Voice of the replies' })
const choose = async (name: RegExp) => fireEvent.click(within(await dialog()).getByRole('radio', { name }))

test('what a reply costs, and how long it would take, is said before the question is sent', async () => {
  const asks = (voiceId: string) => `GET /api/stats/expected?kind=reply&voiceId=${voiceId}&characters=50`
  const { count } = open({ [asks('default')]: () => answer({ expectedSeconds: 9, position: 0 }) })
  await seen('Costs 1 call')
  expect(count(asks('default'))).toBe(0)
  fireEvent.change(await screen.findByLabelText('Message'), { target: { value: 'Say hello in French' } })
  await seen('Costs 1 call · about 9 s')
  fireEvent.change(screen.getByLabelText('Message'), { target: { value: '  ' } })
  await seen('Costs 1 call')
})

test('replies are spoken by the default voice, whose name is beside the field', async () => {
  open()
  await button('Voice: Heart')
  await ask()
  await end({ status: 'completed', progress: 100 })
  await button('Play Voice')
  expect(voicesSent()).toEqual(['default'])
})

test('a question is one job, whose reply is read and heard while it is written, and not heard again when it is whole', async () => {
  open()
  await button('Voice: Heart')
  await ask()
  await seen('Thinking...')
  await tell('writing', { text: 'Bonjour' })
  await seen('Bonjour')
  await seen('Generating voice...')
  expect(screen.queryByText('Thinking...')).toBeNull()
  await tell('audio', live)
  await waitFor(() => expect(played()).toEqual(['/audio/live.mp3']))
  const play = await button('Play Voice')
  await tell('writing', { text: 'Bonjour tout' })
  await seen('Bonjour tout')
  await seen('Generating voice...')
  expect((await seen('Bonjour tout')).length).toBe(1)
  await tell('reply', { text: reply })
  await seen(reply)
  await end({ status: 'completed', progress: 100 })
  await waitFor(() => expect(screen.queryByText('Generating voice...')).toBeNull())
  // The same button, which keeps the focus.
  expect(await button('Play Voice')).toBe(play)
  expect(played()).toEqual(['/audio/live.mp3'])
  expect(sentTo(tts)).toEqual([])
  expect(sentTo(asked)).toMatchObject([{ userText: 'Say hello in French', voiceId: 'default', stream: true }])
})

test('the questions of a visit share a session', async () => {
  open()
  await button('Voice: Heart')
  await ask()
  await end({ status: 'completed', progress: 100 })
  await button('Play Voice')
  await ask('And in Spanish?')
  await waitFor(() => expect(sentTo(asked)).toHaveLength(2))
  const sessions = new Set(sentTo(asked).map((body) => (body as { sessionId: string }).sessionId))
  expect([sessions.size, sessions.has('default')]).toEqual([1, false])
})

test('a sound that was paused is left so when its address is told again', async () => {
  open()
  await ask()
  await tell('audio', live)
  await waitFor(() => expect(played()).toHaveLength(1))
  const [audio] = vi.mocked(HTMLMediaElement.prototype.play).mock.contexts as HTMLAudioElement[]
  const time = vi.spyOn(audio!, 'currentTime', 'get').mockReturnValue(2)
  act(() => void audio!.dispatchEvent(new Event('pause')))
  await tell('audio', live)
  await end({ status: 'completed', progress: 100 })
  await waitFor(() => expect(screen.queryByText('Generating voice...')).toBeNull())
  expect(played()).toHaveLength(1)
  time.mockRestore()
})

test('where the browser blocks the live sound a toast says so once, while the reply is still written', async () => {
  vi.mocked(HTMLMediaElement.prototype.play).mockRejectedValue(new DOMException('No gesture', 'NotAllowedError'))
  open()
  await ask()
  await tell('writing', { text: 'Bonjour' })
  await tell('audio', live)
  await seen('Audio ready')
  await seen('Click the play button to hear the response')
  await press('Close notification')
  await end({ status: 'completed', progress: 100 })
  await waitFor(() => expect(screen.queryByText('Generating voice...')).toBeNull())
  expect(screen.queryByText('Audio ready')).toBeNull()
  await button('Play Voice')
})

test('Stop in the middle of the writing keeps the text so far, ends the sound and cancels the job', async () => {
  const { count } = open()
  await ask()
  await tell('writing', { text: 'Bonjour' })
  await tell('audio', live)
  await waitFor(() => expect(played()).toHaveLength(1))
  await press('Stop')
  await seen('Stopped')
  await seen('Bonjour')
  await waitFor(() => expect(count(cancel)).toBe(1))
  expect(HTMLMediaElement.prototype.pause).toHaveBeenCalled()
  expect((await stream()).isClosed).toBe(true)
  await tell('writing', { text: 'Bonjour tout' })
  expect(screen.queryByText('Bonjour tout')).toBeNull()
})

test('a question that is stopped before it was accepted is cancelled once it is', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const { count } = open({ [asked]: () => promise })
  await ask()
  await press('Stop')
  await seen('Stopped')
  expect(count(cancel)).toBe(0)
  await act(async () => resolve(answer(submittedAs(jobId), 202)))
  await waitFor(() => expect(count(cancel)).toBe(1))
  expect(FakeEventSource.of(`/api/events/${jobId}`)).toEqual([])
})

test('a job that is cancelled elsewhere is stopped here', async () => {
  open({ [`GET /api/jobs/${jobId}`]: () => answer(cancelled) })
  await ask()
  await tell('writing', { text: 'Bonjour' })
  await end({ status: 'failed', progress: 0, error: 'Cancelled' })
  await seen('Stopped')
  await seen('Bonjour')
})

test('a reply that fails takes its placeholder and its text away, and the question can be asked again', async () => {
  const answers = [failed({ error: 'The model is unavailable', code: 'chat_unavailable' }), spoken]
  open({ [`GET /api/jobs/${jobId}`]: () => answer(answers.shift()) })
  await ask()
  await tell('writing', { text: 'Bonj' })
  await end({ status: 'failed', progress: 0 })
  await seen('The model is unavailable')
  expect([screen.queryByText('Bonj'), screen.queryByText('Generating voice...')]).toEqual([null, null])
  await press('Try again')
  await waitFor(() => expect(FakeEventSource.of(`/api/events/${jobId}`)).toHaveLength(2))
  await end({ status: 'completed', progress: 100 })
  await seen(reply)
  const ids = new Set(sentTo(asked).map((body) => (body as { requestId: string }).requestId))
  expect([ids.size, screen.queryByRole('button', { name: 'Try again' })]).toEqual([2, null])
})

test('a refusal without a sentence has the screen’s', async () => {
  open({ [asked]: () => answer('', 500) })
  await ask()
  await seen('Failed to process request')
  await button('Try again')
})

test('where other tabs hold all streams of jobs the text comes with the whole job', async () => {
  vi.stubGlobal('navigator', {
    ...navigator,
    userAgent: navigator.userAgent,
    locks: { request: (_name: string, _options: object, hold: (lock: null) => unknown) => Promise.resolve(hold(null)) },
  })
  const jobs = [jobViewOf(aJob({ status: 'processing', progress: 10 }))]
  open({ [`GET /api/jobs/${jobId}`]: () => answer(jobs.shift() ?? spoken) })
  await ask()
  await waitFor(() => expect(jobs).toEqual([]))
  await seen('Thinking...')
  act(() => accountEvents.emit({ jobId, status: 'completed', progress: 100, version: 5 }))
  await seen(reply)
  await button('Play Voice')
  expect(FakeEventSource.of(`/api/events/${jobId}`)).toEqual([])
  expect(played()).toEqual(['/audio/reply.mp3'])
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

test('a voice that is chosen while a reply is written speaks the next one', async () => {
  open()
  await button('Voice: Heart')
  await ask()
  await tell('writing', { text: 'Bonjour' })
  await press('Voice: Heart')
  await choose(/^Bella/)
  await press('Done')
  await end({ status: 'completed', progress: 100 })
  await button('Play Voice')
  await ask('And in Spanish?')
  await waitFor(() => expect(voicesSent()).toEqual(['default', 'af_bella']))
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

test.each([
  [402, 'API call limit reached', 'call_limit_reached'],
  [503, 'Free accounts have used up this day', 'free_limit_reached'],
  [400, 'User text must be at most 500 characters on the free plan', 'text_too_long_for_plan'],
])(
  'past what the plan has (%i) the message is kept, and the way to the plans shown',
  async (status, sentence, code) => {
    open({ [asked]: () => problem(status, sentence, { code }) })
    await ask('Is this kept?')
    await seen(sentence)
    await seen('Is this kept?')
    expect((await screen.findByRole('link', { name: 'See plans' })).getAttribute('href')).toBe('/pricing')
    await button('Try again')
  },
)

test('past the rate the field counts the seconds, after which the question can be asked again', async () => {
  open({ [asked]: () => problem(429, 'Rate limit exceeded', { code: 'rate_limited' }, { 'retry-after': '20' }) })
  await ask('Is this kept?')
  await seen('Rate limit exceeded')
  expect(await screen.findByPlaceholderText(/^Try again in (20|19) s$/)).toBeDefined()
})

test('where the session has ended the toast leads to the login and back', async () => {
  const { count } = open({ [asked]: () => problem(401, 'Log in first', { code: 'unauthorized' }) })
  await ask('Is this kept?')
  await seen('Log in first')
  expect((await screen.findByRole('link', { name: 'Log in' })).getAttribute('href')).toContain('/login?next=')
  await waitFor(() => expect(count('GET /api/auth/me')).toBe(2))
})

const refusal = 'This voice speaks English, not French'
const another = () => screen.queryByRole('button', { name: 'Choose another voice' })
const unspoken = (code: string) => failed({ aiResponse: reply, error: refusal, code })

test('a reply that its voice does not speak keeps its text, and another voice speaks it', async () => {
  open({
    [`GET /api/jobs/${jobId}`]: () => answer(sentTo(tts).length === 0 ? unspoken('language_not_spoken') : spoken),
  })
  await press('Voice: Heart')
  await choose(/^Michael/)
  await press('Done')
  await ask()
  await tell('reply', { text: reply })
  await end({ status: 'failed', progress: 50 })
  await seen(`Voice generation failed: ${refusal}`)
  await seen(reply)
  await press('Choose another voice')
  await choose(/^Dora/)
  await press('Done')
  await press('Speak it with Dora')
  await waitFor(() => expect(FakeEventSource.of(`/api/events/${jobId}`)).toHaveLength(2))
  await end({ status: 'completed', progress: 100 })
  await button('Play Voice')
  await seen(reply)
  expect([voicesSent(), sentTo(tts)]).toMatchObject([['am_michael'], [{ voiceId: 'ef_dora', userText: reply }]])
})

test.each(['language_not_spoken', 'invalid_voice'])(
  'a question that is refused with %s before there is a text is asked again of another voice',
  async (code) => {
    sessionStorage.setItem('draft:chat-voice', '"am_michael"')
    const answers = [problem(400, refusal, { code }), answer(submittedAs(jobId), 202)]
    open({ [asked]: () => answers.shift() ?? problem(500, 'Asked too often') })
    await button('Voice: Michael')
    await ask()
    expect((await seen(refusal)).length).toBeGreaterThan(0)
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    await press('Choose another voice')
    await choose(/^Dora/)
    await press('Done')
    await press('Try again')
    await end({ status: 'completed', progress: 100 })
    await button('Play Voice')
    expect(voicesSent()).toEqual(['am_michael', 'ef_dora'])
  },
)

test('a job that fails for its voice before there is a text leads to another voice too', async () => {
  sessionStorage.setItem('draft:chat-voice', '"am_michael"')
  open({ [`GET /api/jobs/${jobId}`]: () => answer(failed({ error: 'Invalid voice ID', code: 'invalid_voice' })) })
  await ask()
  await end({ status: 'failed', progress: 0 })
  await button('Choose another voice')
})

test.each([
  ['the default voice', 'default', 'language_not_spoken'],
  ['a chosen voice for another reason', 'am_michael', 'quota'],
])('a failure of %s leads to no other', async (_, voiceId, code) => {
  sessionStorage.setItem('draft:chat-voice', JSON.stringify(voiceId))
  open({ [`GET /api/jobs/${jobId}`]: () => answer(unspoken(code)) })
  await ask()
  await end({ status: 'failed', progress: 50 })
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
