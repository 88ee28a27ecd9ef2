import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { BatchDryRun } from '@utter/contracts/http/jobs/batch'
import { standardPlans, type TierName } from '@utter/contracts/plans'
import { expect, test } from 'vitest'
import { usageOf } from '../answers/account.ts'
import { aBatchRow } from '../answers/batches.ts'
import { aJob, aVoice, jobViewOf } from '../answers/jobs.ts'
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
import '../../src/features/batches/make/batch-form.tsx'
import '../../src/pages/batches/batch.tsx'
import '../../src/pages/batches/batches.tsx'

const list = 'GET /api/batches?limit=20'
const dryRun = 'POST /api/batch?dryRun=true'
const batchId = '00000000-0000-4000-8000-0000000000b1'
const jobsOf = `GET /api/batch/${batchId}/jobs`

type Sent = { jobs: { requestId: string; userText: string }[] }
const asked =
  (over: Partial<BatchDryRun> = {}) =>
  (init: RequestInit) => {
    const { jobs } = JSON.parse(String(init.body)) as Sent
    return answer({
      ...{ accepted: jobs.length, rejected: 0, calls: jobs.length, cost: '0.00' },
      jobs: jobs.map(({ requestId }) => ({ requestId, outcome: 'new' })),
      ...over,
    })
  }
const taken = (init: RequestInit) => {
  const { jobs } = JSON.parse(String(init.body)) as Sent
  const made = jobs.map(({ requestId }) => ({ requestId, jobId: crypto.randomUUID(), status: 'pending' }))
  return answer({ batchId, accepted: jobs.length, rejected: 0, jobs: made }, 202)
}

const open = (path: string, handlers: Handlers = {}, subscriptionTier: TierName = 'starter') =>
  openSignedIn(
    path,
    {
      'GET /api/plans': () => answer(standardPlans),
      'GET /api/voices': () => answer([aVoice('heart', 'Heart', { aliases: ['default'] }), aVoice('emma', 'Emma')]),
      'GET /api/voices/mine': () => answer([]),
      'GET /api/usage': () => answer(usageOf({ apiCallsUsed: 10, apiCallsLimit: 5_000 })),
      [list]: () => answer([]),
      [dryRun]: asked(),
      'POST /api/batch': taken,
      [jobsOf]: () => answer([aJob({ userText: 'The sea is salty' })]),
      ...handlers,
    },
    { subscriptionTier },
  )

async function paste(text: string) {
  await press('Paste a list')
  fireEvent.change(await screen.findByLabelText('List'), { target: { value: text } })
}

test('the list shows each batch with its counts, and loads the next page', async () => {
  open('/batches', {
    [list]: () => answer([aBatchRow()], 200, { link: '</api/batches?limit=20&cursor=a>; rel="next"' }),
    'GET /api/batches?limit=20&cursor=a': () =>
      answer([
        aBatchRow({
          batchId: crypto.randomUUID(),
          firstText: 'Bread',
          voiceId: 'emma',
          total: 1,
          counts: { pending: 0, processing: 0, completed: 1, failed: 0 },
        }),
      ]),
  })
  const row = async (text: string) => (await screen.findByRole('link', { name: text })).closest('li')?.textContent
  expect(await row('The sea is salty')).toMatch(/^Processing.*4 lines · Heart · 1 spoken · 1 failed50%/)
  await press('Load more')
  expect(await row('Bread')).toMatch(/^Completed.*1 line · Emma100%/)
})

test('a plan without batches says why, and leads to the plans', async () => {
  open('/batches/new', {}, 'free')
  await seen(/from the starter plan, with 10 lines each/)
  expect(screen.getByRole('link', { name: 'Compare plans' }).getAttribute('href')).toBe('/pricing')
})

test('a list is checked, priced, and sent with one voice and settings; its batch is shown', async () => {
  const { router } = open('/batches/new', { [dryRun]: asked({ calls: 1, cost: '0.04' }) })
  await paste('text,voice\nThe sea is salty,\nBoats go home,emma')
  await seen('Read as CSV.')
  await userEvent.click(await button('Send 2 lines'))
  await waitFor(() => expect(router.state.location.pathname).toBe(`/batches/${batchId}`))
  expect(sentTo('POST /api/batch')).toMatchObject([
    {
      jobs: [
        { userText: 'The sea is salty', voiceId: 'default', kind: 'tts', ttsSettings: { stability: 0.5 } },
        { userText: 'Boats go home', voiceId: 'emma', kind: 'tts' },
      ],
    },
  ])
})

test('the price has the calls, those that are left, and what the cache has', async () => {
  open('/batches/new', {
    [dryRun]: (init) => {
      const { jobs } = JSON.parse(String(init.body)) as Sent
      const outcomes = jobs.map(({ requestId }, index) => ({
        requestId,
        outcome: index === 0 ? 'cached' : 'new',
        ...(index === 0 && { jobId: crypto.randomUUID() }),
      }))
      return answer({ accepted: 2, rejected: 0, calls: 1, cost: '0.04', jobs: outcomes })
    },
  })
  await paste('One\nTwo')
  const price = await screen.findByRole('region', { name: 'What it takes' })
  await within(price).findByText('$0.04')
  expect(
    within(price)
      .getAllByRole('definition')
      .map(({ textContent }) => textContent),
  ).toEqual(['2', '1', '1', '4,990', '$0.04'])
})

test('faulty lines are named with their field, and hold the list until they are mended or left out', async () => {
  open('/batches/new')
  await paste('{"text":"One"}\n{"text":""}\n{"text":"Three","voice":"Nobody"}')
  await seen('Line 2, text: User text is required')
  await seen('Line 3, voice: No voice is called ‘Nobody’')
  expect(await button('Send 1 line')).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByLabelText('Leave these lines out, and send the others'))
  expect(await button('Send 1 line')).toHaveProperty('disabled', false)
})

test('a longer list than a batch is sent as several, one after the other, each line once', async () => {
  const { router } = open('/batches/new')
  await paste(Array.from({ length: 25 }, (_, index) => `Text ${index}`).join('\n'))
  await seen('A batch of your plan has 10 lines: these are sent as 3 batches, one after the other.')
  await userEvent.click(await button('Send 25 lines'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/batches'))
  const sent = sentTo('POST /api/batch') as Sent[]
  expect(sent.map(({ jobs }) => jobs.length)).toEqual([10, 10, 5])
  expect(new Set(sent.flatMap(({ jobs }) => jobs.map(({ requestId }) => requestId))).size).toBe(25)
})

test('after a failure it is sent again with the same request ids, and the list is still there', async () => {
  let isBroken = true
  const { router } = open('/batches/new', {
    'POST /api/batch': (init) => (isBroken ? problem(503, 'Try again in a moment') : taken(init)),
  })
  await paste('One\nTwo')
  await press('Send 2 lines')
  await seen('Try again in a moment')
  isBroken = false
  await press('Send 2 lines')
  await waitFor(() => expect(router.state.location.pathname).toBe(`/batches/${batchId}`))
  const [first, second] = sentTo('POST /api/batch')
  expect(second).toEqual(first)
})

test('a batch moves with the account’s stream, and its failed lines become a list again', async () => {
  const rows = [
    aJob({ id: crypto.randomUUID(), userText: 'Low water', status: 'processing', progress: 40 }),
    aJob({ id: crypto.randomUUID(), userText: 'High water', status: 'failed', error: 'Too long', voiceId: 'emma' }),
  ]
  open(`/batches/${batchId}`, {
    [jobsOf]: () => answer(rows),
    [`GET /api/jobs/${rows[1]?.id}`]: () => answer(jobViewOf(rows[1] ?? aJob())),
  })
  await seen('0 of 2 lines spoken · 1 being spoken · 1 failed')
  act(() =>
    FakeEventSource.of('/api/events')
      .at(-1)
      ?.emit({ jobId: rows[0]?.id, status: 'completed', progress: 100, version: 9, audioUrl: '/audio/a.mp3' }),
  )
  await seen('1 of 2 lines spoken · 1 failed')
  await button('Download all (zip)')
  await press('Send 1 failed line again')
  expect(await screen.findByLabelText('List')).toHaveProperty(
    'value',
    JSON.stringify({ text: 'High water', voice: 'emma', kind: 'tts' }),
  )
})

test('a batch is cancelled after a question', async () => {
  open(`/batches/${batchId}`, {
    [`POST /api/batch/${batchId}/cancel`]: () => answer({ cancelled: 3, tooLate: 1 }),
  })
  await press('Cancel batch')
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel batch' }))
  await seen('3 lines cancelled, free, 1 line had ended or begun')
})

test('a batch that is not there says so', async () => {
  open(`/batches/${batchId}`, { [jobsOf]: () => problem(404, 'Batch not found') })
  await seen('There is no such batch')
})
