import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { describe, expect, test } from 'vitest'
import { tagsAfter } from '../../src/features/jobs/tags/change-tags.ts'
import { aJob, jobViewOf, statsOf } from '../answers/jobs.ts'
import { completed, idOf } from '../support/job-views.ts'
import {
  answer,
  bodyOf,
  button,
  type Handlers,
  openSignedIn,
  press,
  problem,
  seen,
  sentTo,
} from '../support/support.tsx'
import '../../src/features/commands/palette.tsx'
import '../../src/features/job-list/choice/choice-bar.tsx'
import '../../src/features/job-list/choice/tag-chosen-dialog.tsx'
import '../../src/features/job-list/filters/save-filters-dialog.tsx'
import '../../src/features/job-panel/job-panel.tsx'
import '../../src/features/jobs/tags/tags-dialog.tsx'
import '../../src/pages/job-queue.tsx'

const sentence = 'tags must be at most 10 texts of 1 to 128 characters'
const tagged = (number: number, tags?: string[], more: Partial<JobRow> = {}) =>
  aJob({ id: idOf(number), userText: `Text ${number}`, ...(tags && { tags }), ...more })
const putOf = (number: number) => `PUT /api/jobs/${idOf(number)}/tags`
const stores = (...numbers: number[]): Handlers =>
  Object.fromEntries(numbers.map((number) => [putOf(number), (init) => answer(bodyOf(init))]))

const open = (path: string, rows: JobRow[], handlers: Handlers = {}) =>
  openSignedIn(path, {
    'GET /api/stats': () => answer(statsOf()),
    'GET /api/jobs/recent': () => answer([]),
    'GET /api/jobs': () => answer(rows),
    ...handlers,
  })
const lineOf = (number: number) => document.querySelector<HTMLElement>(`[data-job="${idOf(number)}"]`)!
const tagsOf = (number: number) => {
  const list = within(lineOf(number)).queryByRole('list', { name: 'Tags' })
  return (
    list &&
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  )
}
const shownTags = (number: number, tags: string[] | null) => waitFor(() => expect(tagsOf(number)).toEqual(tags))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
/** The tags of an open dialog that can be removed. */
const removable = (inside: Awaited<ReturnType<typeof dialog>>) =>
  inside.queryAllByRole('button', { name: /^Remove / }).map((one) => one.closest('li')?.textContent)

test('a row has two tags, and says how many there are besides', async () => {
  open('/jobs', [tagged(1, ['news', 'late', 'sea', 'bedtime']), tagged(2, ['news']), tagged(3)])
  await screen.findByText('Text 1')
  expect([tagsOf(1), tagsOf(2), tagsOf(3)]).toEqual([['news', 'late', '+2'], ['news'], null])
})

describe('the filter by a tag', () => {
  const rows = [tagged(1, ['news', 'sea & co']), tagged(2, ['sea & co'], { status: 'failed' }), tagged(3)]

  test('is taken from the address, with the others, and is removed alone', async () => {
    const { router } = open('/jobs?status=failed&tag=sea+%26+co', rows)
    await screen.findByText('Text 2')
    expect(screen.queryByText('Text 1')).toBeNull()
    await press('Any tag, not only: sea & co')
    await waitFor(() => expect(router.state.location.search).toBe('?status=failed'))
    expect(screen.queryByRole('button', { name: /^Any tag/ })).toBeNull()
  })

  test('is cleared with the others where it finds nothing', async () => {
    const { router } = open('/jobs?tag=none', rows)
    await press('Clear filters')
    expect(await screen.findByText('Text 1')).toBeDefined()
    expect(router.state.location.search).toBe('')
  })

  test('is kept with saved filters', async () => {
    const { router } = open('/jobs?tag=news', rows)
    await press('Save filters')
    const name = await screen.findByLabelText<HTMLInputElement>('Name')
    expect(name.value).toBe('news')
    await userEvent.type(name, '{Enter}')
    await press('Any tag, not only: news')
    await waitFor(() => expect(router.state.location.search).toBe(''))
    await userEvent.click(await screen.findByRole('link', { name: 'news' }))
    await waitFor(() => expect(router.state.location.search).toBe('?tag=news'))
  })

  test('goes to the server for older jobs', async () => {
    const pages: Handlers = {}
    for (let from = 0; from < 2_000; from += 100)
      pages[`GET /api/jobs${from === 0 ? '' : `?cursor=${from}`}`] = () =>
        answer(
          Array.from({ length: 100 }, (_, at) => tagged(from + at + 1)),
          200,
          { link: `</api/jobs?cursor=${from + 100}>; rel="next"` },
        )
    const older = 'GET /api/jobs?cursor=2000&tag=news'
    const { count } = open('/jobs?tag=news', [], { ...pages, [older]: () => answer([tagged(9_000, ['news'])]) })
    await press('Search older jobs')
    expect(await screen.findByText('Text 9000')).toBeDefined()
    expect(count(older)).toBe(1)
  })
})

describe('the tags of an open job', () => {
  const path = `/jobs?job=${idOf(1)}`
  const openJob = (tags: string[] | undefined, handlers: Handlers = {}) => {
    const row = tagged(1, tags)
    const view = jobViewOf(row, [], completed)
    const job = { ...view, id: idOf(1), userText: 'Text 1', ...(tags && { tags }) }
    return open(path, [row, tagged(2, ['news', 'sea']), tagged(3, ['news'])], {
      [`GET /api/jobs/${idOf(1)}`]: () => answer(job),
      ...handlers,
    })
  }
  const addTag = async (tag: string) => userEvent.type(await screen.findByLabelText('New tag'), `${tag}{Enter}`)

  test('lead to the jobs that have them', async () => {
    const { router } = openJob(['sea & co'])
    await userEvent.click(await screen.findByRole('link', { name: 'sea & co' }))
    expect(router.state.location.search).toBe('?tag=sea+%26+co')
  })

  test('are added by Enter and by a suggestion, removed, and saved together; list and panel show them', async () => {
    openJob(['old'], stores(1))
    await press('Tags')
    await addTag('  late ')
    // The most frequent ones of the loaded jobs come first.
    const inside = await dialog('Tags')
    const suggested = () => inside.queryAllByRole('button', { name: /^Add ./ }).map(({ textContent }) => textContent)
    expect(suggested()).toEqual(['news', 'sea'])
    await press('Add news')
    expect(suggested()).toEqual(['sea'])
    await press('Remove old')
    expect(removable(inside)).toEqual(['late', 'news'])
    await press('Save')
    await shownTags(1, ['late', 'news'])
    expect(sentTo(putOf(1))).toEqual([{ tags: ['late', 'news'] }])
    await screen.findByRole('link', { name: 'late' })
    expect(screen.queryByRole('link', { name: 'old' })).toBeNull()
  })

  test('are all taken away', async () => {
    openJob(['old'], stores(1))
    await press('Tags')
    await press('Remove old')
    await press('Save')
    await shownTags(1, null)
    expect(sentTo(putOf(1))).toEqual([{ tags: [] }])
  })

  test('have one more that was typed and not added', async () => {
    openJob(undefined, stores(1))
    await press('Tags')
    await userEvent.type(await screen.findByLabelText('New tag'), 'late')
    await press('Save')
    await shownTags(1, ['late'])
  })

  test('are ten at most, which the field says, and a refusal stands above the buttons', async () => {
    const ten = Array.from({ length: 10 }, (_, at) => `tag ${at}`)
    openJob(ten, { [putOf(1)]: () => problem(404, 'Job not found') })
    await press('Tags')
    await addTag('one too many')
    await seen(sentence)
    await press('Save')
    expect(sentTo(putOf(1))).toEqual([])
    await userEvent.clear(await screen.findByLabelText('New tag'))
    expect(screen.queryByText(sentence)).toBeNull()
    await press('Save')
    await seen('Job not found')
  })
})

describe('the chosen jobs', () => {
  const rows = [tagged(1, ['news', 'sea']), tagged(2, ['news']), tagged(3, ['bedtime'])]
  const choose = async (...numbers: number[]) => {
    for (const number of numbers)
      await userEvent.click(await screen.findByRole('checkbox', { name: `Choose Text ${number}` }))
  }
  const tagAll = async (count: number) => {
    await press(`Tag ${count} jobs`)
    return dialog(`Tag ${count} jobs`)
  }

  test('get a tag and lose one, a call for each that changes; Undo puts back what was before', async () => {
    open('/jobs', rows, stores(1, 2, 3))
    await choose(1, 2)
    const inside = await tagAll(2)
    expect(removable(inside)).toEqual(['news', 'sea1 of 2'])
    await press('Remove news')
    await press('Add bedtime')
    await press('Add sea')
    await press('Add news')
    await press('Remove news')
    expect(removable(inside)).toEqual(['sea', 'bedtime'])
    await press('Save')
    await seen('2 jobs tagged')
    await shownTags(1, ['sea', 'bedtime'])
    await shownTags(2, ['bedtime', 'sea'])
    expect(screen.queryByRole('region', { name: 'Chosen jobs' })).toBeNull()
    await press('Undo')
    await shownTags(1, ['news', 'sea'])
    await shownTags(2, ['news'])
    expect(sentTo(putOf(1))).toEqual([{ tags: ['sea', 'bedtime'] }, { tags: ['news', 'sea'] }])
    expect(sentTo(putOf(3))).toEqual([])
  })

  test('that have a tag already are not sent', async () => {
    open('/jobs', rows, stores(1, 2, 3))
    await choose(1, 2, 3)
    await tagAll(3)
    await userEvent.type(await screen.findByLabelText('New tag'), 'news{Enter}')
    await press('Save')
    await seen('1 job tagged')
    expect([sentTo(putOf(1)), sentTo(putOf(2)), sentTo(putOf(3))]).toEqual([[], [], [{ tags: ['bedtime', 'news'] }]])
  })

  test('with which it was refused stay chosen, and are said by name; so are those that Undo does not reach', async () => {
    const answers = [answer({ tags: ['news', 'late'] }), problem(404, 'Job not found')]
    open('/jobs', rows, {
      [putOf(1)]: () => problem(400, sentence),
      [putOf(2)]: () => answers.shift() ?? problem(500, 'no'),
    })
    await choose(1, 2)
    await tagAll(2)
    await userEvent.type(await screen.findByLabelText('New tag'), 'late')
    await press('Save')
    const bar = within(await screen.findByRole('region', { name: 'Chosen jobs' }))
    expect((await bar.findByRole('alert')).textContent).toContain(`Text 1: ${sentence}`)
    await button('Tag 1 job')
    await press('Undo')
    await seen('‘Text 2’: Job not found')
    expect(tagsOf(2)).toEqual(['news', 'late'])
  })

  test('are tagged from the palette', async () => {
    open('/jobs', rows)
    await choose(1)
    await userEvent.keyboard('{Control>}k{/Control}')
    await userEvent.type(await screen.findByRole('combobox', { name: 'Search and commands' }), 'tag 1{Enter}')
    await dialog('Tag 1 job')
  })
})

test.each([
  [['a', 'b'], { added: ['c'], removed: ['a'] }, ['b', 'c']],
  [['a'], { added: ['a'], removed: [] }, ['a']],
  [[], { added: ['a', ' a '], removed: ['b'] }, ['a']],
])('tags %j after %j are %j', (tags, change, after) => expect(tagsAfter(tags, change)).toEqual(after))
