import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { voiceSettingNames } from '@utter/contracts/http/voices'
import { planOf, standardPlans } from '@utter/contracts/plans'
import { describe, expect, test, vi } from 'vitest'
import { sampleOf, textOf } from '../../src/features/code-samples/code-samples.ts'
import { jobCall } from '../../src/features/code-samples/job-call.ts'
import { progressWords } from '../../src/features/jobs/rows/progress-labels.ts'
import { choiceIn } from '../../src/features/playground/playground-address.ts'
import { aUser } from '../answers/account.ts'
import { aJob, aVoice, jobViewOf, submittedAs } from '../answers/jobs.ts'
import {
  answer,
  button,
  FakeEventSource,
  type Handlers,
  openScreen,
  problem,
  seen,
  sentTo,
} from '../support/support.tsx'
import '../../src/pages/dashboard.tsx'
import '../../src/pages/playground.tsx'
import '../../src/pages/sign-up.tsx'

const jobId = aJob().id
const view = (over: Partial<JobView>) => jobViewOf(aJob(), [], over)
const submitted = submittedAs(jobId, { position: 3, expectedSeconds: 9 })

const ofStarter = {
  subscriptionTier: 'starter',
  charactersPerCall: planOf(standardPlans, 'starter').charactersPerCall,
} as const
const signedIn = (handlers: Handlers): Handlers => ({
  'GET /api/auth/me': () => answer({ user: aUser(ofStarter) }),
  'GET /api/voices': () => answer([aVoice('juno', 'Juno')]),
  ...handlers,
})
const openAs = (handlers: Handlers) => openScreen('/test', signedIn(handlers))
const type = async (text: string) =>
  fireEvent.change(await screen.findByLabelText('User text'), { target: { value: text } })
const choose = async (name: string) => fireEvent.click(await screen.findByRole('radio', { name }))
const submit = async () => {
  await type('Decline a meeting')
  await userEvent.click(screen.getByRole('button', { name: 'Submit Request' }))
}
const isChosen = (name: string) => (screen.getByRole('radio', { name }) as HTMLInputElement).checked
const stream = () => FakeEventSource.of(`/api/events/${jobId}`).at(-1)
const emit = async (event: object, version: string) => {
  await waitFor(() => expect(stream()).toBeDefined())
  act(() => stream()?.emit(event, version))
}

test('a visitor is shown the form and the way to the login', async () => {
  openScreen('/test')
  const link = await screen.findByRole('link', { name: 'Log in to try it' })
  expect(link.getAttribute('href')).toBe('/login?next=%2Ftest')
})

describe('how long a job would take is said before the press', () => {
  const [short, long] = ['kind=tts&voiceId=default&characters=50', 'kind=tts&voiceId=default&characters=100']
  const ask = (search: string) => `GET /api/stats/expected?${search}`

  test('once the text and the voice rest, anew for a text that is longer by much', async () => {
    const { count } = openAs({
      [ask(short)]: () => answer({ expectedSeconds: 6, position: 0 }),
      [ask(long)]: () => answer({ expectedSeconds: 130, position: 2 }),
    })
    await type('Decline a meeting')
    await seen(/about 6 s/)
    await type('Decline a meeting at nine')
    await type('x'.repeat(60))
    await seen(/about 2 minutes/)
    expect([count(ask(short)), count(ask(long))]).toEqual([1, 1])
    await type('')
    await waitFor(() => expect(screen.queryByText(/about 2 minutes/)).toBeNull())
  })

  test('and not where it is not known', async () => {
    const { count } = openAs({ [ask(short)]: () => problem(503, 'Unavailable') })
    await type('Decline a meeting')
    await waitFor(() => expect(count(ask(short))).toBe(1))
    expect(screen.queryByText(/about/)).toBeNull()
  })
})

test('an empty text is refused with its sentence', async () => {
  const { count } = openAs({})
  await userEvent.click(await screen.findByRole('button', { name: 'Submit Request' }))
  await seen('User text is required')
  expect(count('POST /api/tts')).toBe(0)
})

test('the text is counted against the plan, and one that is too long leads to the others', async () => {
  const refusal = 'User text must be at most 2000 characters on the free plan'
  const details = [{ field: 'userText', message: refusal }]
  openAs({
    'GET /api/auth/me': () => answer({ user: aUser() }),
    'POST /api/tts': () => problem(400, refusal, { code: 'text_too_long_for_plan', details }),
  })
  await type('a'.repeat(2_001))
  await seen('2,001 / 2,000')
  await userEvent.click(screen.getByRole('button', { name: 'Submit Request' }))
  expect((await screen.findByRole('link', { name: 'See plans' })).getAttribute('href')).toBe('/pricing')
  await waitFor(() => expect(screen.getByLabelText('User text').getAttribute('aria-invalid')).toBe('true'))
})

test('a server of an earlier version says nothing of the plan', async () => {
  openAs({ 'GET /api/auth/me': () => answer({ user: aUser({ charactersPerCall: undefined }) }) })
  await type('a'.repeat(10_001))
  await seen('10,001 / 10,000')
})

test('a text that is too long for any call leads to works, and one to be answered does not', async () => {
  openAs({})
  await type('a'.repeat(10_000))
  expect(screen.queryByRole('link', { name: 'Make it a work' })).toBeNull()
  await type('a'.repeat(10_001))
  expect((await screen.findByRole('link', { name: 'Make it a work' })).getAttribute('href')).toBe('/works/new')
  await choose('Answer it')
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Make it a work' })).toBeNull())
})

const pauses = (length: number) => '[pause:1s]'.repeat(Math.ceil(length / 10))

test('marks are no characters of a text that is spoken, and are of a question', async () => {
  const { count } = openAs({
    'GET /api/auth/me': () => answer({ user: aUser() }),
    'POST /api/tts': () => answer(submitted, 202),
  })
  await type('[rate:0.9]A [say: cat |kæt] at [as:digits]12[/as][pau')
  await seen('15 / 2,000')
  await choose('Answer it')
  await seen('53 / 2,000')
  await choose('Speak it as it is')
  const long = `${'a'.repeat(2_000)}${pauses(9_000)}`
  await type(long)
  await seen('2,000 / 2,000')
  await userEvent.click(screen.getByRole('button', { name: 'Submit Request' }))
  await waitFor(() => expect(sentTo('POST /api/tts')).toMatchObject([{ userText: long }]))
  expect(count('POST /api/tts')).toBe(1)
})

test.each([
  ['without its marks', 'a'.repeat(10_001) + pauses(10), 'User text must be at most 10000 characters'],
  ['with them', `a${pauses(20_000)}`, 'User text must be at most 10000 characters, and 20000 with its marks'],
])('a text that is too long %s is refused at its field', async (_, text, refusal) => {
  const { count } = openAs({ 'POST /api/tts': () => answer(submitted, 202) })
  await type(text)
  await userEvent.click(screen.getByRole('button', { name: 'Submit Request' }))
  await seen(refusal)
  expect(count('POST /api/tts')).toBe(0)
})

test('a text in SSML is sent as such, and its tags are no characters of it', async () => {
  openAs({ 'POST /api/tts': () => answer(submitted, 202) })
  const text = '<speak>A <sub alias="longer">x</sub> &amp; <break time="1s"/></speak>'
  await type(text)
  await userEvent.click(screen.getByRole('button', { name: 'More settings' }))
  await userEvent.click(await screen.findByRole('switch', { name: 'SSML' }))
  await seen('11 / 10,000')
  await userEvent.click(screen.getByRole('button', { name: 'Submit Request' }))
  await waitFor(() => expect(sentTo('POST /api/tts')).toMatchObject([{ userText: text, ssml: true }]))
})

test('a job in SSML fills the form as such, and a question has none', async () => {
  const text = '<speak>Hello</speak>'
  const job = view({ userText: text, ssml: true, status: 'failed', error: 'Cancelled' })
  openScreen(
    `/test?job=${jobId}`,
    signedIn({ [`GET /api/jobs/${jobId}`]: () => answer(job), 'POST /api/reply': () => answer(submitted, 202) }),
  )
  expect((await screen.findByRole('switch', { name: 'SSML' })).getAttribute('aria-checked')).toBe('true')
  await seen('5 / 10,000')
  await choose('Answer it')
  await waitFor(() => expect(screen.queryByRole('switch', { name: 'SSML' })).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Submit Request' }))
  await waitFor(() => expect(sentTo('POST /api/reply')).toMatchObject([{ userText: text }]))
  expect(sentTo('POST /api/reply')[0]).not.toHaveProperty('ssml')
})

const askForMore = async () => userEvent.click(await screen.findByRole('button', { name: 'More settings' }))
const isOn = async (name: string) => (await screen.findByRole('switch', { name })).getAttribute('aria-checked')

test('a seed and a check of the words go with the request, and are kept with the text', async () => {
  const first = openAs({ 'POST /api/tts': () => answer(submitted, 202) })
  await type('Sounds the same')
  await askForMore()
  await userEvent.type(await screen.findByLabelText('Seed'), '0')
  await userEvent.click(screen.getByRole('switch', { name: 'Check the words' }))
  await waitFor(() => expect(document.body.textContent).toMatch(/"seed": 0,\s+"check": "words"/))
  await userEvent.click(screen.getByRole('button', { name: 'Submit Request' }))
  await waitFor(() => expect(sentTo('POST /api/tts')).toMatchObject([{ seed: 0, check: 'words' }]))
  first.unmount()
  openAs({ 'POST /api/tts': () => answer(submitted, 202) })
  expect(await screen.findByLabelText('Seed')).toHaveProperty('value', '0')
  expect(await isOn('Check the words')).toBe('true')
  await userEvent.clear(screen.getByLabelText('Seed'))
  await userEvent.click(screen.getByRole('switch', { name: 'Check the words' }))
  // The fields stay where they were unset.
  expect(screen.getByLabelText('Seed')).toHaveProperty('value', '')
  await userEvent.click(screen.getByRole('button', { name: 'Submit Request' }))
  await waitFor(() => expect(sentTo('POST /api/tts')).toHaveLength(1))
  for (const name of ['seed', 'check']) expect(sentTo('POST /api/tts')[0]).not.toHaveProperty(name)
})

test.each(['-1', '1.5', 'seven', '4294967296'])(
  'the seed %s is refused at its field, and kept as it was typed',
  async (seed) => {
    const { count, unmount } = openAs({ 'POST /api/tts': () => answer(submitted, 202) })
    await type('Sounds the same')
    await askForMore()
    await userEvent.type(await screen.findByLabelText('Seed'), seed)
    await userEvent.tab()
    await seen('Seed must be a whole number from 0 to 4294967295')
    expect(screen.getByLabelText('Seed').getAttribute('aria-invalid')).toBe('true')
    await userEvent.click(screen.getByRole('button', { name: 'Submit Request' }))
    expect(count('POST /api/tts')).toBe(0)
    unmount()
    openAs({})
    expect(await screen.findByLabelText('Seed')).toHaveProperty('value', seed)
  },
)

test('a seed is said to do nothing for a voice that takes none', async () => {
  const all = { aliases: ['default'], settings: [...voiceSettingNames] }
  openAs({
    'GET /api/voices': () =>
      answer([aVoice('juno', 'Juno', all), aVoice('alloy', 'Alloy', { settings: all.settings, provider: 'openai' })]),
  })
  await askForMore()
  await screen.findByLabelText('Seed')
  expect(screen.queryByText('Without effect on this voice')).toBeNull()
  fireEvent.change(screen.getByLabelText('Voice ID'), { target: { value: 'alloy' } })
  await seen('Without effect on this voice')
})

test('a job with a seed and a check fills the form with them', async () => {
  const job = view({ seed: 7, check: 'words', status: 'failed', error: 'Cancelled' })
  openScreen(`/test?job=${jobId}`, signedIn({ [`GET /api/jobs/${jobId}`]: () => answer(job) }))
  await waitFor(async () => expect(await screen.findByLabelText('Seed')).toHaveProperty('value', '7'))
  expect(await isOn('Check the words')).toBe('true')
})

test.each([
  ['while a word is composed', { isComposing: true }],
  ['which ends a word in Safari', { keyCode: 229 }],
])('Ctrl with Enter %s sends nothing', async (_, part) => {
  openAs({ 'POST /api/tts': () => answer(submitted, 202) })
  await type('変換中')
  fireEvent.keyDown(screen.getByLabelText('User text'), { key: 'Enter', ctrlKey: true, ...part })
  await type('変換しました')
  fireEvent.keyDown(screen.getByLabelText('User text'), { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(sentTo('POST /api/tts')).toMatchObject([{ userText: '変換しました' }]))
})

test('the button is busy from the click to the end of the job, without a moment in which it could be clicked again', async () => {
  const job = view({})
  openAs({ 'POST /api/tts': () => answer(submitted, 202), [`GET /api/jobs/${jobId}`]: () => answer(job) })
  await type('Decline a meeting')
  const button = screen.getByRole('button', { name: 'Submit Request' })
  const labels: (string | null)[] = []
  const watcher = new MutationObserver(() => labels.push(button.textContent))
  watcher.observe(button, { subtree: true, childList: true, characterData: true })
  await userEvent.click(button)
  await seen('Job submitted')
  await waitFor(() => expect(stream()).toBeDefined())
  watcher.disconnect()
  expect(new Set(labels)).toEqual(new Set(['Processing...']))
})

test('a job is heard while it is spoken, and its player goes on with that where it was', async () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async () => {})
  const paused = vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockReturnValue(false)
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {})
  let job = view({ status: 'processing', progress: 50, version: 3 })
  openAs({ 'POST /api/tts': () => answer(submitted, 202), [`GET /api/jobs/${jobId}`]: () => answer(job) })
  await submit()
  expect(sentTo('POST /api/tts')).toMatchObject([{ stream: true }])
  await emit({ status: 'processing', progress: 50 }, '3')
  expect(screen.queryByRole('button', { name: 'Listen now' })).toBeNull()
  act(() => stream()?.emitNamed('audio', { audioUrl: '/audio/live.mp3', live: true }))
  await userEvent.click(await screen.findByRole('button', { name: 'Listen now' }))
  const heard = play.mock.contexts.at(-1) as HTMLMediaElement
  expect(new URL(heard.src).pathname).toBe('/audio/live.mp3')

  heard.currentTime = 2.5
  job = view({ status: 'completed', progress: 100, audioUrl: '/audio/1.mp3', durationMs: 13_000, version: 5 })
  await emit({ status: 'completed', progress: 100, audioUrl: '/audio/1.mp3' }, '5')
  await waitFor(() => {
    const player = play.mock.contexts.at(-1) as HTMLMediaElement
    expect([new URL(player.src).pathname, player.currentTime]).toEqual(['/audio/1.mp3', 2.5])
  })
  paused.mockRestore()
})

test('a reply is read while it is written', async () => {
  let job = view({ status: 'processing', progress: 10, version: 2 })
  openAs({ 'POST /api/reply': () => answer(submitted, 202), [`GET /api/jobs/${jobId}`]: () => answer(job) })
  await choose('Answer it')
  await submit()
  await emit({ status: 'processing', progress: 10 }, '2')
  act(() => stream()?.emitNamed('writing', { text: 'Thank you' }))
  await seen('Thank you')
  job = view({ status: 'processing', progress: 50, aiResponse: 'Thank you, but no.', version: 3 })
  act(() => stream()?.emitNamed('reply', { text: 'Thank you, but no.' }))
  await seen('Thank you, but no.')
  expect(screen.queryByText('Thank you')).toBeNull()
})

test('a run goes from its place in the queue to the player', async () => {
  let job = view({ position: 3, expectedSeconds: 9 })
  openAs({
    'POST /api/reply': () => answer(submitted, 202),
    [`GET /api/jobs/${jobId}`]: () => answer(job),
  })
  await choose('Answer it')
  await userEvent.click(await screen.findByRole('radio', { name: /Juno/ }))
  expect(screen.getByLabelText('Voice ID')).toHaveProperty('value', 'juno')
  await submit()
  await seen('Job submitted')
  await seen('Position 3 in the queue')
  expect(screen.getByRole('button', { name: 'Processing...' }).getAttribute('aria-busy')).toBe('true')
  expect(sentTo('POST /api/reply')[0]).toMatchObject({
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    userText: 'Decline a meeting',
    voiceId: 'juno',
    ttsSettings: { stability: 0.5 },
  })

  job = view({ status: 'processing', progress: 50, aiResponse: 'Thank you, but no.', version: 3 })
  await emit({ status: 'processing', progress: 50 }, '3')
  await seen('Speaking the reply')
  await seen('Thank you, but no.')

  job = {
    ...job,
    ...view({ status: 'completed', progress: 100, audioUrl: '/audio/1.mp3', durationMs: 13_000, version: 5 }),
  }
  await emit({ status: 'completed', progress: 100, audioUrl: '/audio/1.mp3' }, '5')
  await seen('Success!')
  await seen('Audio is ready')
  expect(stream()?.isClosed).toBe(true)
  expect(await screen.findByRole('slider', { name: 'Seek' })).toBeDefined()
  expect(await screen.findByRole('button', { name: 'Submit Request' })).toBeDefined()
})

test('a text is spoken as it is, and everything in sight says so', async () => {
  let job = view({})
  openAs({ 'POST /api/tts': () => answer(submitted, 202), [`GET /api/jobs/${jobId}`]: () => answer(job) })
  await seen('This text itself is spoken.')
  await seen('Your text will be heard here.')
  await seen('0 / 10,000')
  await seen('POST /api/tts')
  await submit()
  await seen('Job submitted')
  expect(sentTo('POST /api/tts')).toEqual([
    {
      userText: 'Decline a meeting',
      requestId: expect.any(String),
      voiceId: 'default',
      ttsSettings: { stability: 0.5, similarityBoost: 0.8, style: 0.2, speakerBoost: true },
      stream: true,
    },
  ])
  job = view({ status: 'processing', progress: 0, version: 2 })
  await emit({ status: 'processing', progress: 0 }, '2')
  await seen('Speaking the text')
})

test('an answer is asked for by the other choice, which is remembered with the text', async () => {
  const first = openAs({})
  await type('Is this kept?')
  await choose('Answer it')
  await seen('The reply to this text is spoken.')
  await seen('The spoken reply will be heard here.')
  await seen('13 / 4,000')
  await seen('POST /api/reply')
  first.unmount()
  openAs({})
  expect(await screen.findByLabelText('User text')).toHaveProperty('value', 'Is this kept?')
  expect(isChosen('Answer it')).toBe(true)
})

test('a draft of a version that had replies alone keeps its text', async () => {
  const { requestId: _, kind: __, ...values } = request
  sessionStorage.setItem('draft:voice-job', JSON.stringify({ jobId: null, values }))
  openAs({})
  expect(await screen.findByLabelText('User text')).toHaveProperty('value', request.userText)
  expect(isChosen('Answer it')).toBe(true)
})

test('a text that is too long to be answered may still be spoken', async () => {
  const { count } = openAs({ 'POST /api/tts': () => answer(submitted, 202) })
  await choose('Answer it')
  await type('A'.repeat(4_001))
  await userEvent.click(screen.getByRole('button', { name: 'Submit Request' }))
  await seen('User text must be at most 4000 characters')
  await choose('Speak it as it is')
  await waitFor(() => expect(screen.queryByText('User text must be at most 4000 characters')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Submit Request' }))
  await waitFor(() => expect([count('POST /api/tts'), count('POST /api/reply')]).toEqual([1, 0]))
})

test.each([
  ['Answer it', { status: 'completed', aiResponse: 'Thank you, but no.' }],
  ['Answer it', { status: 'failed', error: 'No model', timeline: jobViewOf(aJob(), [['chat-started', 1]]).timeline }],
  ['Speak it as it is', { status: 'completed' }],
] as const)("'%s' is chosen for a job of that kind in the address: %o", async (name, job) => {
  sessionStorage.setItem(
    'draft:voice-job',
    JSON.stringify({
      jobId: null,
      values: { ...request, kind: name === 'Answer it' ? 'tts' : 'reply' },
    }),
  )
  openScreen(`/test?job=${jobId}`, signedIn({ [`GET /api/jobs/${jobId}`]: () => answer(view({ ...job, version: 5 })) }))
  await waitFor(() => expect(screen.getByLabelText('User text')).toHaveProperty('value', 'Hello there'))
  expect(isChosen(name)).toBe(true)
})

test('how long a job would take is asked at once for a text that was kept, and never for a visitor', async () => {
  const values = { ...request, kind: 'tts', userText: 'Kept' }
  sessionStorage.setItem('draft:voice-job', JSON.stringify({ jobId: null, values }))
  const isExpected = (name: string) => name.includes('/api/stats/expected')
  const { asked, unmount } = openScreen('/test')
  await screen.findByRole('link', { name: 'Log in to try it' })
  expect(screen.getByLabelText('User text')).toHaveProperty('value', 'Kept')
  expect(asked.filter(isExpected)).toEqual([])
  unmount()
  const signed = openAs({})
  await button('Submit Request')
  await waitFor(() => expect(signed.asked.filter(isExpected)).toHaveLength(1))
})

test('who signs up at the card of a voice finds it chosen, and the text spoken as it is', async () => {
  sessionStorage.setItem(
    'draft:voice-job',
    JSON.stringify({ jobId: null, values: { ...request, userText: 'Kept', kind: 'reply' } }),
  )
  openScreen('/', {
    'GET /api/voices': () => answer([aVoice('juno', 'Juno'), aVoice('a b/ü', 'Odd')]),
    'POST /api/auth/signup': () => answer({ user: aUser() }, 201),
  })
  fireEvent.click(await screen.findByRole('radio', { name: /Odd/ }))
  fireEvent.click(screen.getByRole('link', { name: 'Sign up' }))
  const values = { Username: 'mirabel', Email: 'mirabel@example.com', Password: 'correct horse' }
  for (const [label, value] of Object.entries(values))
    fireEvent.change(await screen.findByLabelText(label), { target: { value } })
  fireEvent.click(screen.getByRole('button', { name: 'Create account' }))
  expect(await screen.findByLabelText('Voice ID')).toHaveProperty('value', 'a b/ü')
  expect(screen.getByLabelText('User text')).toHaveProperty('value', 'Kept')
  expect(isChosen('Speak it as it is')).toBe(true)
})

test.each([
  ['kind=tts&voice=juno', { kind: 'tts', voiceId: 'juno' }],
  ['kind=batch&voice=%20', {}],
  [`voice=${'v'.repeat(201)}`, {}],
])("the address '?%s' chooses %o", (search, choice) => {
  expect(choiceIn(new URLSearchParams(search))).toEqual(choice)
})

test('the address chooses once: a change of the choice is kept', async () => {
  const first = openScreen('/test?kind=reply&voice=juno', signedIn({}))
  await waitFor(() => expect(screen.getByLabelText('Voice ID')).toHaveProperty('value', 'juno'))
  expect(isChosen('Answer it')).toBe(true)
  await choose('Speak it as it is')
  expect(first.router.state.location.search).toBe('')
  first.unmount()
  openAs({})
  expect(await screen.findByLabelText('Voice ID')).toHaveProperty('value', 'juno')
  expect(isChosen('Speak it as it is')).toBe(true)
})

test('a failed job is shown with its error', async () => {
  let job = view({})
  openAs({ 'POST /api/tts': () => answer(submitted, 202), [`GET /api/jobs/${jobId}`]: () => answer(job) })
  await submit()
  await seen('Job submitted')
  job = view({ status: 'failed', error: 'Invalid voice ID', version: 4 })
  await emit({ status: 'failed', progress: 10, error: 'Invalid voice ID' }, '4')
  await seen('Job failed')
  await seen('Invalid voice ID')
})

test('a rate limit is shown, and the button counts it down', async () => {
  openAs({ 'POST /api/tts': () => problem(429, 'Rate limit exceeded', {}, { 'retry-after': '12' }) })
  await submit()
  await seen('Rate limit exceeded')
  expect(await screen.findByRole('button', { name: /Try again in 1[12] s/ })).toBeDefined()
})

test('a refusal until tomorrow is said, and nothing counts the hours', async () => {
  const refusal = 'Free accounts have used up what there is for today'
  openAs({ 'POST /api/tts': () => problem(503, refusal, { code: 'free_limit_reached' }, { 'retry-after': '40000' }) })
  await submit()
  await seen(refusal)
  expect(await screen.findByRole('link', { name: 'See plans' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Submit Request' })).toBeDefined()
})

test('a job that ended before is shown again without a toast', async () => {
  const job = view({ status: 'completed', progress: 100, audioUrl: '/audio/1.mp3', version: 5 })
  openScreen(`/test?job=${jobId}`, signedIn({ [`GET /api/jobs/${jobId}`]: () => answer(job) }))
  expect(await screen.findByRole('slider', { name: 'Seek' })).toBeDefined()
  await waitFor(() => expect(stream()).toBeDefined())
  await act(async () => stream()?.onerror?.())
  await new Promise((done) => setTimeout(done, 50))
  expect(screen.queryByText('Success!')).toBeNull()
})

const body = {
  userText: `It's "fine"`,
  requestId: 'r-1',
  voiceId: 'default',
  ttsSettings: { stability: 0.5, similarityBoost: 0.8, style: 0.2, speakerBoost: true },
}
const request = { kind: 'reply', ...body } as const

test('the samples are ready to run: quotes survive the shell, and Python has its own booleans', () => {
  const curl = textOf(sampleOf('curl', jobCall(request), 'https://utter.example'))
  expect(curl).toContain('curl https://utter.example/api/reply')
  expect(curl).toContain(`"userText": "It'\\''s \\"fine\\""`)
  expect(textOf(sampleOf('Python', jobCall(request), ''))).toContain('"speakerBoost": True')
  const js = textOf(sampleOf('JavaScript', jobCall(request), ''))
  expect(JSON.parse(js.slice(js.indexOf('JSON.stringify(') + 15, js.lastIndexOf('),')))).toEqual(body)
})

test('what comes from the form stands out in the sample', () => {
  const values = sampleOf('curl', jobCall(request), '').filter(({ isValue }) => isValue)
  expect(values.map(({ text }) => text).slice(3)).toEqual(['0.5', '0.8', '0.2', 'true'])
})

test.each([
  ['pending', 0, 3, 'Position 3 in the queue'],
  ['pending', 0, undefined, 'Waiting in the queue'],
  ['processing', 10, undefined, 'Writing the reply'],
  ['processing', 50, undefined, 'Speaking the reply'],
  ['processing', 90, undefined, 'Storing the audio'],
] as const)('%s at %i% reads as its stage', (status, percent, position, words) => {
  expect(progressWords(status, percent, position)).toBe(words)
})

test.each([
  ['pending', 0, 'Waiting in the queue'],
  ['processing', 0, 'Speaking the text'],
  ['processing', 50, 'Speaking the text'],
  ['processing', 90, 'Storing the audio'],
] as const)('a text that is spoken as it is: %s at %i% reads as its stage', (status, percent, words) => {
  expect(progressWords(status, percent, undefined, 'tts')).toBe(words)
})

describe('the fallback of a vendor’s voice', () => {
  const field = 'If this voice cannot be reached'
  const voices = {
    'GET /api/voices': () =>
      answer([aVoice('juno', 'Juno'), aVoice('rachel', 'Rachel', { provider: 'elevenlabs', aliases: ['default'] })]),
  }

  test('goes with the request, and into its code', async () => {
    openAs({ ...voices, 'POST /api/tts': () => answer(submitted, 202) })
    await userEvent.selectOptions(await screen.findByLabelText(field), 'Another voice of its language')
    await waitFor(() => expect(screen.getByRole('region', { name: 'Request' }).textContent).toContain('same_language'))
    await submit()
    await waitFor(() => expect(sentTo('POST /api/tts')[0]).toMatchObject({ fallback: 'same_language' }))
  })

  test('is not asked of a voice of the platform, and shown where it is set', async () => {
    openAs(voices)
    await screen.findByLabelText(field)
    fireEvent.click(await screen.findByRole('radio', { name: /Juno/ }))
    expect(screen.queryByLabelText(field)).toBeNull()
    fireEvent.click(screen.getByRole('radio', { name: /Rachel/ }))
    await userEvent.selectOptions(await screen.findByLabelText(field), 'Any voice')
    fireEvent.click(screen.getByRole('radio', { name: /Juno/ }))
    expect(screen.getByLabelText(field)).toHaveProperty('value', 'any')
    await userEvent.selectOptions(screen.getByLabelText(field), 'Wait for it')
    expect(screen.queryByLabelText(field)).toBeNull()
  })

  test('is that of the job that is used again', async () => {
    openScreen(
      `/test?job=${jobId}`,
      signedIn({ [`GET /api/jobs/${jobId}`]: () => answer(view({ status: 'failed', error: 'No', fallback: 'any' })) }),
    )
    await waitFor(async () => expect(await screen.findByLabelText(field)).toHaveProperty('value', 'any'))
  })
})
