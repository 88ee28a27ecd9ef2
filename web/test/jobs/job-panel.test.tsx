import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { describe, expect, test } from 'vitest'
import { aJob, aVoice, statsOf } from '../answers/jobs.ts'
import { webhookViews } from '../answers/webhooks.ts'
import { completed, failed, idOf, running, traced } from '../support/job-views.ts'
import {
  answer,
  FakeEventSource,
  type Handlers,
  openScreen,
  problem,
  renderApp,
  sentTo,
  serveSignedIn,
} from '../support/support.tsx'
import '../../src/pages/job-queue.tsx'
import '../../src/features/code-samples/code-dialog.tsx'
import '../../src/features/job-panel/acts/again-dialog.tsx'
import '../../src/features/job-panel/job-panel.tsx'
import '../../src/pages/playground.tsx'

const rows = [1, 2, 3].map((number) => aJob({ id: idOf(number), userText: `Text ${number}` }))
function show(job: JobView, path: string, handlers: Handlers = {}) {
  const served = serveSignedIn({
    'GET /api/stats': () => answer(statsOf()),
    'GET /api/jobs/recent': () => answer(rows),
    'GET /api/jobs': () => answer(rows),
    [`GET /api/jobs/${job.id}`]: () => answer(job),
    [`GET /api/jobs/${idOf(2)}`]: () => answer({ ...job, id: idOf(2), userText: 'Text 2' }),
    ...handlers,
  })
  return { ...served, ...renderApp(path) }
}
const panel = () => screen.findByRole('dialog')
const failedDelivery = webhookViews().delivery(idOf(1))
const openPath = `/jobs?job=${idOf(1)}`

test('a click on a row opens its job; Escape closes it, and the focus returns to the row', async () => {
  show(completed, '/jobs')
  const person = userEvent.setup()
  await person.click(
    within((await screen.findByText('Text 1')).closest<HTMLElement>('[role=row]')!).getByText('Pending'),
  )
  expect(await within(await panel()).findByText('Timeline')).toBeDefined()
  expect(document.activeElement).toBe(await panel())
  await person.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Text 1'))
})

test('arrows lead to the neighbours, and stop at the ends', async () => {
  show(completed, openPath)
  const person = userEvent.setup()
  await within(await panel()).findByText('Timeline')
  await person.keyboard('{ArrowUp}')
  expect(within(await panel()).getByText(idOf(1))).toBeDefined()
  await person.keyboard('{ArrowDown}')
  expect(await within(await panel()).findByText('Text 2')).toBeDefined()
})

test('a job goes on in the Playground, with its text and settings and another voice', async () => {
  const voices = [aVoice('joe', 'Joe', { aliases: ['default'] }), aVoice('slt', 'Sally')]
  const { router } = show({ ...completed, seed: 7 }, openPath, {
    'GET /api/voices': () => answer(voices),
    'GET /api/voices/mine': () => answer([]),
  })
  await open('Again with …')
  const again = await dialog('Again with …')
  await userEvent.selectOptions(await again.findByLabelText('Voice'), await again.findByText('Sally'))
  await userEvent.click(again.getByRole('button', { name: 'Open Playground' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/test'))
  expect(await screen.findByDisplayValue('Text 1')).toBeDefined()
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Voice ID').value).toBe('slt'))
})

test('a job with times of its words has them as captions, one without has none', async () => {
  show({ ...completed, audioUrl: '/audio/1.mp3?expires=9&signature=s', words: true }, openPath)
  const more = within(await within(await panel()).findByRole('group', { name: 'More about this job' }))
  expect(more.getByRole('link', { name: 'SRT' }).getAttribute('href')).toBe('/audio/1.srt?expires=9&signature=s')
  expect(more.getByRole('link', { name: 'VTT' }).getAttribute('href')).toBe('/audio/1.vtt?expires=9&signature=s')
})

test('a retry is compared with the take before it', async () => {
  show({ ...completed, retryOf: idOf(3) }, openPath)
  const link = await within(await panel()).findByRole('link', { name: 'Compare with the take before' })
  expect(link.getAttribute('href')).toBe(`/jobs?compare=${idOf(3)},${idOf(1)}`)
})

test('a job is copied as code that makes it again, without its request id and without a key', async () => {
  const spoken = { ...completed, seed: 7, check: 'words' as const }
  show(spoken, openPath)
  await open('Copy as code')
  const code = await screen.findByRole('dialog', { name: 'Copy as code' })
  await userEvent.click(within(code).getAllByRole('tab', { name: 'TypeScript' })[0]!)
  const text = await waitFor(() => {
    const shown = code.querySelector('pre')?.textContent ?? ''
    expect(shown).toContain("await utter.run('reply', {")
    return shown
  })
  expect(text).toContain('"userText": "Text 1"')
  expect(text).toContain('"seed": 7')
  expect(text).toContain('process.env.UTTER_KEY')
  expect(text).not.toContain('request-1')
  expect(code.textContent).toContain(`/api/jobs/${idOf(1)}`)
})

test('arrows and Escape in a dialog above the panel are that dialog’s', async () => {
  show(completed, openPath)
  await open('Delete')
  await dialog('Delete this job?')
  await userEvent.keyboard('{ArrowDown}{Escape}')
  await waitFor(() => expect(screen.queryByText('Delete this job?')).toBeNull())
  expect(within(await panel()).getByText(idOf(1))).toBeDefined()
})

test('a completed job has its player, its reply, its settings and a download', async () => {
  show(completed, openPath)
  const inside = within(await panel())
  expect(await inside.findByRole('slider', { name: 'Seek' })).toBeDefined()
  expect(inside.getByText('A long reply')).toBeDefined()
  expect(inside.getByText('0.80')).toBeDefined()
  expect(inside.getByText('request-1')).toBeDefined()
  expect(inside.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe('/audio/1.mp3')
  expect(inside.queryByRole('button', { name: 'Cancel job' })).toBeNull()
})

describe('by whom a job was spoken', () => {
  const voices = [
    aVoice('joe', 'Joe', { provider: 'piper' }),
    aVoice('kate', 'Kate', { provider: 'pico' }),
    aVoice('rachel', 'Rachel', { provider: 'elevenlabs', aliases: ['aria'] }),
  ]
  const byJoe = { voiceUsed: 'joe', provider: 'piper' }
  const byKate = { voiceUsed: 'kate', provider: 'pico' }
  const voicesInstead = [{ voiceId: 'gone', ...byKate }]
  const ofJoe = 'Spoken by Joe in place of Rachel, whose vendor was away'
  const ofMark = 'Spoken by Kate in place of gone, whose vendor was away'

  test.each<[string, Partial<JobView>, string[]]>([
    ['another in the place of its own', { voiceId: 'aria', fallback: 'any', ...byJoe }, [ofJoe]],
    ['another in the place of a mark’s', { ...byJoe, voicesInstead }, [ofMark]],
    ['others in the place of both', { voiceId: 'rachel', fallback: 'any', ...byJoe, voicesInstead }, [ofJoe, ofMark]],
    [
      'its own, by an alias',
      { voiceId: 'aria', fallback: 'any', voiceUsed: 'rachel', provider: 'elevenlabs', voicesInstead },
      [ofMark],
    ],
    ['one of its language, by default', { voiceId: 'default', fallback: 'any', ...byKate, voicesInstead }, [ofMark]],
  ])('%s', async (_, more, sentences) => {
    show({ ...completed, ...more }, openPath, { 'GET /api/voices': () => answer(voices) })
    const inside = within(await panel())
    await inside.findByText(`${more.voiceUsed} · ${more.provider}`)
    await waitFor(() =>
      expect(inside.queryAllByText(/in place of/).map(({ textContent }) => textContent)).toEqual(sentences),
    )
  })

  test('by their ids where the voices cannot be read', async () => {
    const voicesInstead = [{ voiceId: 'rachel', ...byKate }]
    show({ ...completed, fallback: 'any', ...byJoe, voicesInstead }, openPath, {
      'GET /api/voices': () => problem(503, 'The service is busy'),
    })
    const inside = within(await panel())
    await inside.findByText('Spoken by kate in place of rachel, whose vendor was away')
    expect(inside.getAllByText(/in place of/)).toHaveLength(1)
  })
})

test.each<[string, Partial<JobView>, string[]]>([
  ['by its words', { seed: 7, check: 'words', checked: 'words' }, ['7', 'By its words']],
  ['by its length, since nobody could hear it', { check: 'words', checked: 'shape' }, ['By its length and silence']],
])('its seed and its check stand with its facts: %s', async (_, more, facts) => {
  show({ ...completed, ...more }, openPath)
  for (const fact of facts) expect(await within(await panel()).findByText(fact)).toBeDefined()
})

test('the error of a failed job stands before everything else', async () => {
  show(failed, openPath)
  const inside = within(await panel())
  const error = await inside.findByText('Invalid voice ID')
  const text = inside.getByRole('heading', { name: 'Text' })
  expect(error.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test('a cancelled job is Failed in the list and Cancelled in its panel', async () => {
  const row = { ...rows[0], status: 'failed', code: 'cancelled', error: 'Cancelled' }
  show({ ...failed, code: 'cancelled', error: 'Cancelled' }, openPath, { 'GET /api/jobs': () => answer([row]) })
  expect(await within(await panel()).findByText('Cancelled')).toBeDefined()
  expect(within(await panel()).queryByText('Failed')).toBeNull()
  expect(within(screen.getAllByRole('row')[1]!).getByText('Failed')).toBeDefined()
})

test('a running job moves by its own stream, to its sound', async () => {
  let job: JobView = running
  show(running, openPath, { [`GET /api/jobs/${idOf(1)}`]: () => answer(job) })
  const inside = within(await panel())
  expect(await inside.findByText('Writing the reply')).toBeDefined()
  await waitFor(() => expect(FakeEventSource.of(`/api/events/${idOf(1)}`)).toHaveLength(1))
  const stream = FakeEventSource.of(`/api/events/${idOf(1)}`)[0]!
  act(() => stream.emit({ status: 'processing', progress: 55 }, '6'))
  expect(await inside.findByText('Speaking the reply')).toBeDefined()
  job = completed
  act(() => stream.emit({ status: 'completed', progress: 100, audioUrl: '/audio/1.mp3' }, '8'))
  expect(await inside.findByRole('slider', { name: 'Seek' })).toBeDefined()
})

test('a try that failed shows while the job still runs', async () => {
  let job: JobView = running
  show(running, openPath, { [`GET /api/jobs/${idOf(1)}`]: () => answer(job) })
  const inside = within(await panel())
  expect(await inside.findByText('Chat')).toBeDefined()
  expect(inside.queryByText('2 tries')).toBeNull()
  await waitFor(() => expect(FakeEventSource.of(`/api/events/${idOf(1)}`)).toHaveLength(1))
  const [stream] = FakeEventSource.of(`/api/events/${idOf(1)}`)
  job = { ...running, version: 5, trace: [running.trace[0]!, traced('chat', 0.3, undefined, { tries: 2 })] }
  act(() => stream!.emit({ status: 'processing', progress: running.progress }, '5'))
  expect(await inside.findByText('2 tries')).toBeDefined()
})

test('the stages say who did the work; of a webhook that was given up the delivery has failed', async () => {
  const trace = [...completed.trace, traced('delivery', 4.1, undefined, { tries: 10 })]
  show({ ...completed, webhookAttempts: 10, trace }, openPath, {
    [`GET /api/webhooks/deliveries?jobId=${idOf(1)}`]: () => answer([failedDelivery]),
  })
  const inside = within(await panel())
  const stages = within((await inside.findByRole('heading', { name: 'Timeline' })).parentElement!)
  await waitFor(() => expect(stages.getAllByRole('listitem').at(-1)?.textContent).toBe('Delivery failed –10 tries'))
  expect(stages.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Waiting done 0.3 s',
    'Chat done 0.9 s42 tokens · openai gpt-4o-mini',
    'Speech done 2.2 s24 s of audio · 260 characters · 3 recordings · piper joe-1',
    'Storing done 0.5 s',
    'Delivery failed –10 tries',
  ])
})

test('cancelling too late shows the sentence of the server; in time the job is cancelled', async () => {
  let isLate = true
  const cancelled = { ...failed, code: 'cancelled', error: 'Cancelled' }
  show(running, openPath, {
    [`POST /api/jobs/${idOf(1)}/cancel`]: () => (isLate ? problem(409, 'Too late to cancel') : answer(cancelled)),
  })
  const inside = within(await panel())
  await userEvent.click(await inside.findByRole('button', { name: 'Cancel job' }))
  expect((await inside.findByRole('alert')).textContent).toBe('Too late to cancel')
  isLate = false
  await userEvent.click(inside.getByRole('button', { name: 'Cancel job' }))
  expect(await inside.findByText('Cancelled')).toBeDefined()
  await waitFor(() =>
    expect(within(screen.getAllByRole('row', { hidden: true })[1]!).getByText('Failed')).toBeDefined(),
  )
})

const actPath = (act: string) => `POST /api/jobs/${idOf(1)}/${act}`

test('a job from the cache says so at its player', async () => {
  show({ ...completed, cached: true, sameAs: idOf(3) }, openPath)
  expect(await within(await panel()).findAllByText('From the cache, free')).toHaveLength(2)
})

test('its batch stands with its facts', async () => {
  show({ ...completed, batchId: idOf(7) }, openPath)
  expect(await within(await panel()).findByText(idOf(7))).toBeDefined()
})

test('a job that speaks a section leads to its work', async () => {
  show({ ...completed, workId: idOf(8), chapterId: idOf(9) }, openPath)
  const link = await within(await panel()).findByRole('link', { name: 'A work' })
  expect(link.getAttribute('href')).toBe(`/works/${idOf(8)}`)
})

test('the tries of its webhook stand in their order, and the last one may be repeated', async () => {
  show({ ...completed, webhookAttempts: 2 }, openPath, {
    [`GET /api/webhooks/deliveries?jobId=${idOf(1)}`]: () => answer([failedDelivery]),
    'POST /api/webhooks/deliveries/msg_1/resend': () => answer({ ...failedDelivery, status: 'pending' }, 202),
  })
  const inside = within(await panel())
  expect(await inside.findByText('The connection was refused')).toBeDefined()
  expect(inside.getByText('The receiver answered 503')).toBeDefined()
  expect(inside.getByRole('button', { name: /^Message job\.completed of / })).toBeDefined()
  await userEvent.click(inside.getByRole('button', { name: /^Resend/ }))
  expect(await screen.findByText('The webhook is being sent again')).toBeDefined()
})

/** The dialog over the panel. */
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const open = async (name: string) => userEvent.click(await within(await panel()).findByRole('button', { name }))

test('Retry keeps the reply, takes another voice, and leads to the new job', async () => {
  const voices = [aVoice('joe', 'Joe', { aliases: ['default'] }), aVoice('slt', 'Sally')]
  const again = { jobId: idOf(2), status: 'pending', position: 0, expectedSeconds: 3, links: { job: '', events: '' } }
  show(completed, openPath, {
    'GET /api/voices': () => answer(voices),
    [actPath('retry')]: () => answer(again, 202),
  })
  await open('Retry')
  const retry = await dialog('Retry this job')
  expect(retry.queryByLabelText('User text')).toBeNull()
  await retry.findByRole('option', { name: 'Sally' })
  expect(retry.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Joe, as before', 'Sally'])
  await userEvent.selectOptions(retry.getByLabelText('Voice'), 'Sally')
  await userEvent.dblClick(retry.getByRole('button', { name: 'Retry job' }))
  expect(await screen.findByText('Job submitted')).toBeDefined()
  expect(sentTo(actPath('retry'))).toEqual([{ from: 'reply', voiceId: 'slt' }])
  expect(await within(await panel()).findByText('Text 2')).toBeDefined()
})

const marked = `${'a'.repeat(9_000)}${'[pause:1s]'.repeat(150)}`

test.each([
  ['whose marks bring it over the limit', marked, undefined, ''],
  ['in SSML', `<speak>${'a'.repeat(9_000)}${'<break time="1s"/>'.repeat(100)}</speak>`, true, ''],
  ['that is too long without its marks', `${marked}${'a'.repeat(1_001)}`, undefined, '10000 characters'],
] as const)('Retry with a text %s', async (_, userText, ssml, refusal) => {
  const job = { ...completed, kind: 'tts', userText, ...(ssml && { ssml }) } as const
  const { aiResponse: _reply, ...spoken } = job
  show(spoken, openPath, {
    'GET /api/voices': () => answer([]),
    [actPath('retry')]: () => problem(402, 'API call limit reached'),
  })
  await open('Retry')
  const retry = await dialog('Retry this job')
  await userEvent.click(retry.getByRole('button', { name: 'Retry job' }))
  if (refusal) expect(await retry.findByText(`User text must be at most ${refusal}`)).toBeDefined()
  else expect((await retry.findByRole('alert')).textContent).toBe('API call limit reached')
  expect(sentTo(actPath('retry'))).toEqual(refusal ? [] : [{ from: 'start', userText, voiceId: completed.voiceId }])
})

test('Retry with another text: a fault stands at its field, a refusal above the buttons', async () => {
  let status = 402
  show(completed, openPath, {
    'GET /api/voices': () => answer([]),
    [actPath('retry')]: () => {
      const message = 'User text must be at most 4000 characters'
      return status === 402
        ? problem(402, 'API call limit reached')
        : problem(400, message, { details: [{ field: 'userText', message }] })
    },
  })
  await open('Retry')
  const retry = await dialog('Retry this job')
  await userEvent.click(retry.getByLabelText(/Keep the reply/))
  const text = retry.getByLabelText('User text')
  await userEvent.clear(text)
  await userEvent.click(retry.getByRole('button', { name: 'Retry job' }))
  expect(await retry.findByText('User text is required')).toBeDefined()
  await userEvent.type(text, 'Good evening')
  await userEvent.click(retry.getByRole('button', { name: 'Retry job' }))
  expect((await retry.findByRole('alert')).textContent).toBe('API call limit reached')
  status = 400
  await userEvent.click(retry.getByRole('button', { name: 'Retry job' }))
  expect(await retry.findByText('User text must be at most 4000 characters')).toBeDefined()
  expect(sentTo(actPath('retry')).at(-1)).toEqual({
    from: 'start',
    userText: 'Good evening',
    voiceId: completed.voiceId,
  })
})

test('Delete asks first; then the panel closes and the row is gone', async () => {
  let isGone = false
  const remaining = () => answer(isGone ? rows.slice(1) : rows)
  const { count } = show(completed, '/jobs', {
    'GET /api/jobs': remaining,
    'GET /api/jobs/recent': remaining,
    [`DELETE /api/jobs/${idOf(1)}`]: () => {
      isGone = true
      return new Response(null, { status: 204 })
    },
  })
  await userEvent.click(await screen.findByText('Text 1'))
  await open('Delete')
  const question = await dialog('Delete this job?')
  expect(document.activeElement?.textContent).toBe('Cancel')
  await userEvent.click(question.getByRole('button', { name: 'Delete job' }))
  expect(await screen.findByText('Job deleted')).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(screen.queryByText('Text 1')).toBeNull())
  expect(screen.getByText('Text 2')).toBeDefined()
  // A deleted job is not asked for.
  expect(count(`GET /api/jobs/${idOf(1)}`)).toBe(1)
})

test('a job that is deleted elsewhere leaves the list, and its open panel says that it is not there', async () => {
  let isGone = false
  show(completed, openPath, {
    'GET /api/jobs': () => answer(isGone ? rows.slice(1) : rows),
    [`GET /api/jobs/${idOf(1)}`]: () => (isGone ? problem(404, 'Job not found') : answer(completed)),
  })
  expect(await within(await panel()).findByText('Timeline')).toBeDefined()
  await waitFor(() => expect(FakeEventSource.of('/api/events')).toHaveLength(1))
  const [stream] = FakeEventSource.of('/api/events')
  isGone = true
  act(() => stream!.emitNamed('job-deleted', { jobId: 'no id' }))
  expect(within(await panel()).getByText('Timeline')).toBeDefined()
  act(() => stream!.emitNamed('job-deleted', { jobId: idOf(1) }))
  expect(await within(await panel()).findByText('Job not found')).toBeDefined()
  expect(screen.queryByText('Text 1')).toBeNull()
  expect(screen.getByText('Text 2')).toBeDefined()
})

test('a job whose deletion is told before its own answer comes is not asked for again', async () => {
  const answered = Promise.withResolvers<Response>()
  const { count } = show(completed, openPath, { [`DELETE /api/jobs/${idOf(1)}`]: () => answered.promise })
  await open('Delete')
  await userEvent.click((await dialog('Delete this job?')).getByRole('button', { name: 'Delete job' }))
  act(() => FakeEventSource.of('/api/events')[0]!.emitNamed('job-deleted', { jobId: idOf(1) }))
  answered.resolve(new Response(null, { status: 204 }))
  expect(await screen.findByText('Job deleted')).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(count(`GET /api/jobs/${idOf(1)}`)).toBe(1)
})

test('a job that may not be deleted yet says why, and stays', async () => {
  show(completed, openPath, { [`DELETE /api/jobs/${idOf(1)}`]: () => problem(409, 'The job has not ended') })
  await open('Delete')
  const question = await dialog('Delete this job?')
  await userEvent.click(question.getByRole('button', { name: 'Delete job' }))
  expect((await question.findByRole('alert')).textContent).toBe('The job has not ended')
})

test('what it repeats and what it sounds like stand with its facts, and open in its place', async () => {
  show({ ...completed, cost: { calls: 0 }, retryOf: idOf(2), sameAs: idOf(3) }, openPath)
  const inside = within(await panel())
  expect(await inside.findByText('Free')).toBeDefined()
  expect(inside.getByRole('link', { name: 'Save' }).getAttribute('href')).toMatch(/^\/api\/jobs\/[\w-]+\/receipt$/)
  expect(inside.getByRole('link', { name: idOf(3) }).getAttribute('href')).toBe(`/jobs?job=${idOf(3)}`)
  await userEvent.click(inside.getByRole('link', { name: idOf(2) }))
  expect(await within(await panel()).findByText('Text 2')).toBeDefined()
})

test('an unknown job has a sentence', async () => {
  show(completed, `/jobs?job=${idOf(9)}`, {
    [`GET /api/jobs/${idOf(9)}`]: () => problem(404, 'Job not found'),
  })
  expect(await within(await panel()).findByText('Job not found')).toBeDefined()
})

test('the panel opens from the Dashboard too', async () => {
  show(completed, '/')
  await userEvent.click(await screen.findByText('Text 1'))
  expect(await within(await panel()).findByText('Timeline')).toBeDefined()
})

test('a visitor is shown no panel', async () => {
  openScreen(openPath)
  await screen.findByText('Log in to see the jobs of your account.')
  expect(screen.queryByRole('dialog')).toBeNull()
})
