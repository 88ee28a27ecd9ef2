import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { describe, expect, test, vi } from 'vitest'
import { collectSounds, nameOf } from '../../src/features/job-list/choice/save-sounds.ts'
import { makeHeld } from '../../src/lib/held-back.ts'
import { aJob, aVoice, jobViewOf, statsOf, submittedAs } from '../answers/jobs.ts'
import { idOf } from '../support/job-views.ts'
import { answer, type Handlers, openSignedIn, problem, sentTo } from '../support/support.tsx'
import '../../src/pages/job-queue.tsx'
import '../../src/features/job-list/choice/choice-bar.tsx'
import '../../src/features/job-list/choice/retry-chosen-dialog.tsx'

const done = (number: number, more: Partial<JobRow> = {}) =>
  aJob({
    id: idOf(number),
    userText: `Text ${number}`,
    status: 'completed',
    progress: 100,
    audioUrl: `/audio/${number}.mp3`,
    ...more,
  })
const waiting = (number: number) => aJob({ id: idOf(number), userText: `Text ${number}` })

function open(rows: JobRow[], handlers: Handlers = {}, path = '/jobs') {
  return openSignedIn(path, {
    'GET /api/stats': () => answer(statsOf()),
    'GET /api/jobs/recent': () => answer([]),
    'GET /api/jobs': () => answer(rows),
    ...handlers,
  })
}
const box = (number: number) => screen.findByRole<HTMLInputElement>('checkbox', { name: `Choose Text ${number}` })
const chosen = () => screen.getAllByRole<HTMLInputElement>('checkbox').filter(({ checked }) => checked).length
const bar = async () => within(await screen.findByRole('region', { name: 'Chosen jobs' }))
const said = (words: string) =>
  waitFor(() => expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(words))
const choose = async (...numbers: number[]) => {
  for (const number of numbers) await userEvent.click(await box(number))
}

describe('rows are chosen', () => {
  test('by a click, by a range with Shift, all that are shown and none; the count is said', async () => {
    open([1, 2, 3, 4, 5].map((number) => done(number)))
    const person = userEvent.setup()
    await person.click(await box(2))
    await said('1 job chosen')
    await person.keyboard('{Shift>}')
    await person.click(await box(4))
    await person.keyboard('{/Shift}')
    await said('3 jobs chosen')
    expect((await box(3)).checked).toBe(true)
    await person.click(screen.getByRole('checkbox', { name: 'Choose all shown jobs' }))
    await said('5 jobs chosen')
    await person.click((await bar()).getByRole('button', { name: 'Choose none' }))
    expect(chosen()).toBe(0)
    expect(screen.queryByRole('region', { name: 'Chosen jobs' })).toBeNull()
  })

  test('by the keyboard alone: X on the row with the focus, Shift X for a range, Escape for none', async () => {
    open([1, 2, 3].map((number) => done(number)))
    const person = userEvent.setup()
    const first = (await screen.findByText('Text 1')).closest('button')
    act(() => first?.focus())
    await person.keyboard('x')
    await said('1 job chosen')
    await person.keyboard('{ArrowDown}{ArrowDown}{Shift>}X{/Shift}')
    await said('3 jobs chosen')
    await person.keyboard('{Escape}')
    await waitFor(() => expect(chosen()).toBe(0))
  })

  test('a click on a box opens no job', async () => {
    const { router } = open([done(1)])
    await choose(1)
    expect(router.state.location.search).toBe('')
  })

  test('rows that a filter hides are not acted on', async () => {
    open([done(1), done(2)])
    await choose(1, 2)
    fireEvent.change(screen.getByPlaceholderText('Search jobs...'), { target: { value: 'Text 2' } })
    await said('1 job chosen')
    expect((await bar()).getByRole('button', { name: 'Delete 1 job' })).toBeDefined()
  })
})

describe('acts on the chosen jobs', () => {
  test('cancel reaches those that run, four at once; a refusal is said by name and the others stand', async () => {
    let [open4, maxOpen] = [0, 0]
    const ids = [1, 2, 3, 4, 5, 6]
    const cancels = ids.map((number): [string, Handlers[string]] => [
      `POST /api/jobs/${idOf(number)}/cancel`,
      async () => {
        open4 += 1
        maxOpen = Math.max(maxOpen, open4)
        await new Promise((resolve) => setTimeout(resolve, 5))
        open4 -= 1
        return number === 3
          ? problem(409, 'Too late to cancel')
          : answer(jobViewOf({ ...waiting(number), status: 'failed', code: 'cancelled', version: 2 }))
      },
    ])
    const { count } = open([...ids.map(waiting), done(7)], Object.fromEntries(cancels))
    await choose(7)
    await userEvent.click(screen.getByRole('checkbox', { name: 'Choose all shown jobs' }))
    await userEvent.click((await bar()).getByRole('button', { name: 'Cancel 6 jobs' }))
    expect((await (await bar()).findByRole('alert')).textContent).toContain('Text 3: Too late to cancel')
    expect(maxOpen).toBe(4)
    expect(ids.map((number) => count(`POST /api/jobs/${idOf(number)}/cancel`))).toEqual(ids.map(() => 1))
    await said('1 job chosen')
    expect((await box(3)).checked).toBe(true)
    expect(await screen.findByText('5 jobs cancelled')).toBeDefined()
  })

  test('retry by another voice keeps replies; a job without one is repeated from its start', async () => {
    open([done(1), done(2), waiting(3)], {
      'GET /api/voices': () => answer([aVoice('joe', 'Joe')]),
      'GET /api/voices/own': () => answer([]),
      [`POST /api/jobs/${idOf(1)}/retry`]: () => answer(submittedAs(idOf(8)), 202),
      [`POST /api/jobs/${idOf(2)}/retry`]: ({ body }) =>
        JSON.parse(String(body)).from === 'reply'
          ? problem(409, 'This job has no reply', { code: 'no_reply' })
          : answer(submittedAs(idOf(9)), 202),
    })
    await choose(1, 2, 3)
    await userEvent.click((await bar()).getByRole('button', { name: 'Retry 2 jobs' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Retry 2 jobs' }))
    await userEvent.selectOptions(await dialog.findByLabelText('Voice'), await dialog.findByText('Joe'))
    await userEvent.click(dialog.getByRole('button', { name: 'Retry 2 jobs' }))
    expect(await screen.findByText('2 jobs submitted')).toBeDefined()
    expect(sentTo(`POST /api/jobs/${idOf(1)}/retry`)).toMatchObject([{ from: 'reply', voiceId: 'joe' }])
    expect(sentTo(`POST /api/jobs/${idOf(2)}/retry`)).toMatchObject([
      { from: 'reply' },
      { from: 'start', voiceId: 'joe' },
    ])
  })

  test('a refusal for too many calls is waited for', async () => {
    let tries = 0
    open([waiting(1)], {
      [`POST /api/jobs/${idOf(1)}/cancel`]: () => {
        tries += 1
        return tries === 1
          ? problem(429, 'Too many requests', {}, { 'retry-after': '0.01' })
          : answer(jobViewOf({ ...waiting(1), status: 'failed', code: 'cancelled', version: 2 }))
      },
    })
    await choose(1)
    await userEvent.click((await bar()).getByRole('button', { name: 'Cancel 1 job' }))
    expect(await screen.findByText('1 job cancelled')).toBeDefined()
    expect(tries).toBe(2)
  })
})

describe('deleted jobs', () => {
  const deletions = (refused?: number): Handlers =>
    Object.fromEntries(
      [1, 2].map((number) => [
        `DELETE /api/jobs/${idOf(number)}`,
        () => (number === refused ? problem(409, 'It speaks a part of a work') : answer('', 200)),
      ]),
    )
  const remove = async () => userEvent.click((await bar()).getByRole('button', { name: 'Delete 2 jobs' }))

  test('leave the list at once, and come back by Undo without a call', async () => {
    const { asked } = open([done(1), done(2), done(3)], deletions())
    await choose(1, 2)
    await remove()
    await waitFor(() => expect(screen.queryByText('Text 1')).toBeNull())
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Text 3'))
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Text 1')).toBeDefined()
    await makeHeld()
    expect(asked.filter((name) => name.startsWith('DELETE'))).toEqual([])
  })

  test('are deleted when the notification is closed; one that was refused is back, and said by name', async () => {
    const { asked } = open([done(1), done(2), done(3)], deletions(2))
    await choose(1, 2)
    await remove()
    expect(asked.filter((name) => name.startsWith('DELETE'))).toEqual([])
    await userEvent.click(await screen.findByRole('button', { name: 'Close notification' }))
    expect(await screen.findByText('‘Text 2’: It speaks a part of a work')).toBeDefined()
    expect(await screen.findByText('Text 2')).toBeDefined()
    expect(screen.queryByText('Text 1')).toBeNull()
  })

  test('are deleted when the page is left, by requests that outlive it', async () => {
    const { asked } = open([done(1), done(2)], deletions())
    await choose(1, 2)
    await remove()
    await screen.findByRole('button', { name: 'Undo' })
    dispatchEvent(new Event('pagehide'))
    await waitFor(() => expect(asked.filter((name) => name.startsWith('DELETE'))).toHaveLength(2))
  })
})

describe('sounds in one zip', () => {
  test('are named by their place, their text and their id', () => {
    expect(nameOf({ id: idOf(1), userText: ' Guten Morgen, Bär! ' }, 6)).toBe('007-guten-morgen-bär-00000001.mp3')
    expect(nameOf({ id: idOf(1), userText: '…' }, 0)).toBe('001-00000001.mp3')
  })

  test('are those that could be fetched, and the others are said by name', async () => {
    const saved: Blob[] = []
    Object.assign(URL, { createObjectURL: (blob: Blob) => saved.push(blob) && 'blob:1', revokeObjectURL: () => {} })
    open([done(1), done(2)], {
      'GET /audio/1.mp3': () => new Response('the sound'),
      'GET /audio/2.mp3': () => problem(403, 'This audio is not available'),
    })
    await choose(1, 2)
    await userEvent.click((await bar()).getByRole('button', { name: 'Download 2 jobs' }))
    expect((await (await bar()).findByRole('alert')).textContent).toContain('Text 2: This audio is not available')
    await waitFor(() => expect(saved).toHaveLength(1))
    const bytes = await saved[0]?.text()
    expect(bytes).toContain('001-text-1-00000001.mp3')
    expect(bytes).toContain('the sound')
  })

  test('are refused beyond the size that a page can hold', async () => {
    vi.stubGlobal('fetch', async () => new Response('12345678'))
    const sounds = collectSounds(10)
    await sounds.fetch(done(1))
    await expect(sounds.fetch(done(2))).rejects.toThrow('The zip would be too large')
  })
})
