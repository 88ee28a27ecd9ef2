import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { describe, expect, test } from 'vitest'
import { differencesOf } from '../../src/features/compare/differences.ts'
import { aVoice, statsOf } from '../answers/jobs.ts'
import { completed, idOf } from '../support/job-views.ts'
import { soundsOfPage } from '../support/sounds.ts'
import { answer, openSignedIn, problem } from '../support/support.tsx'
import '../../src/pages/job-queue.tsx'
import '../../src/features/compare/compare-dialog.tsx'
import '../../src/features/job-list/choice/choice-bar.tsx'

const first: JobView = { ...completed, voiceId: 'joe', durationMs: 20_000 }
const second: JobView = {
  ...completed,
  id: idOf(2),
  voiceId: 'slt',
  seed: 7,
  durationMs: 10_000,
  audioUrl: '/audio/2.mp3',
  createdAt: new Date(Date.parse(completed.createdAt) + 60_000).toISOString(),
}

function open(path: string, other = second) {
  const play = soundsOfPage()
  const rows = [second, first].map(({ id, status, progress, userText, voiceId, createdAt, audioUrl, version }) => ({
    ...{ id, status, progress, userText, voiceId, createdAt, audioUrl, version },
  }))
  const app = openSignedIn(path, {
    'GET /api/stats': () => answer(statsOf()),
    'GET /api/jobs/recent': () => answer([]),
    'GET /api/jobs': () => answer(rows),
    'GET /api/voices': () => answer([aVoice('joe', 'Joe'), aVoice('slt', 'Sally')]),
    'GET /api/voices/mine': () => answer([]),
    [`GET /api/jobs/${idOf(1)}`]: () => answer(first),
    [`GET /api/jobs/${idOf(2)}`]: () => answer(other),
  })
  return { ...app, play }
}
const compared = `/jobs?compare=${idOf(1)},${idOf(2)}`
const dialog = () => screen.findByRole('dialog', { name: 'Compare two takes' })
const sounds = async () => [...(await dialog()).querySelectorAll('audio')]

test('two chosen jobs with a sound are compared, the earlier one first', async () => {
  const { router } = open('/jobs')
  for (const box of (await screen.findAllByRole('checkbox')).slice(1)) await userEvent.click(box)
  const bar = within(await screen.findByRole('region', { name: 'Chosen jobs' }))
  await userEvent.click(await bar.findByRole('link', { name: 'Compare' }))
  expect(router.state.location.search).toBe(`?compare=${idOf(1)},${idOf(2)}`)
  await dialog()
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

describe('the takes', () => {
  test('differ in what is named, and are the same in the rest', async () => {
    open(compared)
    const table = within(await within(await dialog()).findByRole('table', { name: 'Differences' }))
    await table.findByText('Sally')
    const rows = table.getAllByRole('row').slice(1)
    expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
      ['Voice', 'Joe', 'Sally'],
      ['Duration', '20.0 s', '10.0 s'],
      ['Seed', '–', '7'],
    ])
    expect((await dialog()).textContent).toContain('The same: text, reply, stability')
  })

  test('T goes on with the other one at the same part of the whole', async () => {
    const { play } = open(compared)
    const inside = within(await dialog())
    await inside.findByRole('table', { name: 'Differences' })
    const [one, two] = await sounds()
    fireEvent(one!, new Event('play'))
    one!.currentTime = 5
    fireEvent.timeUpdate(one!)
    inside.getByRole('slider', { name: 'Seek in A' }).focus()
    await userEvent.keyboard('t')
    await waitFor(() =>
      expect(inside.getByRole<HTMLInputElement>('radio', { name: 'Hear B: Sally' }).checked).toBe(true),
    )
    expect(two!.currentTime).toBe(2.5)
    expect(play.mock.contexts).toContain(two)
    expect(inside.getByRole('slider', { name: 'Seek in A' }).getAttribute('aria-valuenow')).toBe('5')
  })

  test('T needs no click or Tab before it: the dialog has the focus as it opens', async () => {
    open(compared)
    const inside = within(await dialog())
    await inside.findByRole('table', { name: 'Differences' })
    expect(document.activeElement).toBe(await dialog())
    await userEvent.keyboard('t')
    await waitFor(() =>
      expect(inside.getByRole<HTMLInputElement>('radio', { name: 'Hear B: Sally' }).checked).toBe(true),
    )
    await userEvent.keyboard('{Control>}t{/Control}')
    expect(inside.getByRole<HTMLInputElement>('radio', { name: 'Hear B: Sally' }).checked).toBe(true)
  })

  test('one that has no sound is said, and so is one that is gone', async () => {
    const { audioUrl: _, ...silent } = second
    open(compared, silent)
    expect(await screen.findByText('B has no sound')).toBeDefined()
  })

  test('one that is gone is said by the server’s sentence', async () => {
    openSignedIn(compared, {
      'GET /api/jobs': () => answer([]),
      [`GET /api/jobs/${idOf(1)}`]: () => answer(first),
      [`GET /api/jobs/${idOf(2)}`]: () => problem(404, 'Job not found'),
    })
    expect(await within(await dialog()).findByText('Job not found')).toBeDefined()
  })

  test('of one text and one voice differ in nothing but the sound', () => {
    expect(differencesOf(first, { ...first, id: idOf(2) }, (id) => id).differences).toEqual([])
  })
})
