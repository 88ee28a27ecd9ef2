import { screen, waitFor, within } from '@testing-library/react'
import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { expect, test } from 'vitest'
import { statsOf } from '../answers/jobs.ts'
import { completed, failed } from '../support/job-views.ts'
import { answer, button, type Handlers, openSignedIn, press, problem, seen, sentTo } from '../support/support.tsx'
import '../../src/features/job-panel/job-panel.tsx'
import '../../src/features/jobs/share/share-dialog.tsx'
import '../../src/pages/job-queue.tsx'

const url = 'https://utter.example/shared/a-secret'
const since = '2026-01-01T00:00:00.000Z'
const path = `/api/jobs/${completed.id}/share`

const open = (job: JobView, handlers: Handlers = {}) =>
  openSignedIn(`/jobs?job=${job.id}`, {
    'GET /api/stats': () => answer(statsOf()),
    'GET /api/jobs/recent': () => answer([job]),
    'GET /api/jobs': () => answer([job]),
    [`GET /api/jobs/${job.id}`]: () => answer(job),
    ...handlers,
  })
const link = () => screen.queryByLabelText<HTMLInputElement>('Link')

test('a link is made, with its texts or without, and shown once; then the job is marked as shared', async () => {
  open(completed, { [`POST ${path}`]: () => answer({ url, sharedAt: since, text: false }) })
  await press('Share by link')
  await seen(/Anyone with the link can listen/)
  const withText = await screen.findByRole<HTMLInputElement>('switch', { name: 'Show the text' })
  expect(withText.checked).toBe(true)
  withText.click()
  await press('Make link')
  await waitFor(() => expect(link()?.value).toBe(url))
  expect(sentTo(`POST ${path}`)).toEqual([{ text: false }])
  await press('Done')
  await waitFor(() => expect(link()).toBeNull())
  await seen('Shared')
  await press('Share by link')
  await seen(/^Shared without its text since /)
  await button('New link')
})

test('a shared job is taken back', async () => {
  let stopped = 0
  open(
    { ...completed, share: { since, text: true } },
    {
      [`DELETE ${path}`]: () => {
        stopped++
        return answer(undefined, 204)
      },
    },
  )
  await seen('Shared')
  await press('Share by link')
  await seen(/^Shared with its text since /)
  await press('Stop sharing')
  await seen('Not shared any more')
  expect(stopped).toBe(1)
  await waitFor(() => expect(screen.queryByText('Shared')).toBeNull())
})

test('it says why no link was made', async () => {
  open(completed, { [`POST ${path}`]: () => problem(409, 'Only a completed job with a sound can be shared') })
  await press('Share by link')
  await press('Make link')
  await seen('Only a completed job with a sound can be shared')
})

test('a job without a sound has no link', async () => {
  open(failed)
  await within(await screen.findByRole('dialog')).findByText('Timeline')
  expect(screen.queryByRole('button', { name: 'Share by link' })).toBeNull()
})
