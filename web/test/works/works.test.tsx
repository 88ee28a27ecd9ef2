import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { noWorksSentence, WorkRequest } from '@utter/contracts/http/works/requests'
import { standardPlans, type TierName } from '@utter/contracts/plans'
import { beforeEach, describe, expect, test } from 'vitest'
import { aVoice } from '../answers/jobs.ts'
import { aFileDryRun, aSpokenChapter, aWork, aWorkRow } from '../answers/works.ts'
import { serveFiles } from '../support/sent-files.ts'
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
import '../../src/features/code-samples/code-dialog.tsx'
import '../../src/pages/works/new-work.tsx'
import '../../src/pages/works/work.tsx'
import '../../src/pages/works/works.tsx'

const list = 'GET /api/works?limit=20'
const asked = (name: string, voiceId = 'default') => `POST /api/works/file?name=${name}&voiceId=${voiceId}&dryRun=true`
const made = (name: string, title: string, voiceId = 'default') =>
  `POST /api/works/file?name=${name}&title=${title}&voiceId=${voiceId}`

beforeEach(serveFiles)

const open = (path: string, handlers: Handlers = {}, subscriptionTier: TierName = 'creator') =>
  openSignedIn(
    path,
    {
      'GET /api/plans': () => answer(standardPlans),
      'GET /api/voices': () => answer([aVoice('heart', 'Heart', { aliases: ['default'] }), aVoice('emma', 'Emma')]),
      'GET /api/voices/mine': () => answer([]),
      [list]: () => answer([]),
      [asked('Untitled.md')]: () => answer(aFileDryRun()),
      [asked('Untitled.txt')]: () => answer(aFileDryRun({ title: 'Untitled' })),
      ...handlers,
    },
    { subscriptionTier },
  )

test('a new work is copied as code that the API takes, with the beginning of its text', async () => {
  open('/works/new')
  await press('Try with an example')
  await press('Copy as code')
  const code = await screen.findByRole('dialog', { name: 'Copy as code' })
  const text = await waitFor(() => {
    const shown = code.querySelector('pre')?.textContent ?? ''
    expect(shown).toContain('/api/works')
    return shown
  })
  const body: unknown = JSON.parse(/-d '([\s\S]*)'$/.exec(text)?.[1]?.replaceAll(`'\\''`, "'") ?? '')
  expect(WorkRequest.safeParse(body).error).toBeUndefined()
})

describe('the list', () => {
  test('shows the state of each work in words, and loads the next page', async () => {
    const { asked } = open('/works', {
      [list]: () =>
        answer(
          [
            aWorkRow({ progress: 40 }),
            aWorkRow({ workId: crypto.randomUUID(), title: 'Letters', state: 'paused', reason: 'No call is left' }),
          ],
          200,
          { link: '</api/works?limit=20&cursor=a>; rel="next"' },
        ),
      'GET /api/works?limit=20&cursor=a': () =>
        answer([aWorkRow({ workId: crypto.randomUUID(), title: 'Bread', state: 'completed' })]),
    })
    const row = async (title: string) => (await screen.findByRole('link', { name: title })).closest('li')?.textContent
    expect(await row('The Lamp on the Pier')).toMatch(/^Speaking.*2 chapters · 12,000 characters40%/)
    expect(await row('Letters')).toMatch(/^Paused.*No call is left/)
    await press('Load more')
    expect(await row('Bread')).toMatch(/^Completed/)
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
    expect(asked.filter((name) => name.startsWith(list))).toHaveLength(2)
    expect(screen.getByRole('link', { name: 'Works' }).getAttribute('aria-current')).toBe('page')
  })

  test('moves with the account’s stream, late events left out, and is read again for a work from elsewhere', async () => {
    const rows = [aWorkRow({ progress: 10 })]
    const { count } = open('/works', { [list]: () => answer(rows) })
    const bar = async () => (await screen.findByRole('progressbar')).getAttribute('aria-valuenow')
    expect(await bar()).toBe('10')
    const emit = (workId: string, version: number, progress: number, more = {}) =>
      act(() =>
        FakeEventSource.last.emitNamed('work', {
          ...{ workId, version, title: 'T', state: 'speaking', progress, characters: 1, chapters: [], ...more },
        }),
      )
    const { workId } = rows[0]!
    const reads = count(list)
    emit(workId, 2, 60)
    emit(workId, 1, 20)
    await waitFor(async () => expect(await bar()).toBe('60'))
    emit(workId, 3, 60, { state: 'paused', reason: 'No call is left' })
    await seen('No call is left')
    expect(count(list)).toBe(reads)
    rows.unshift(aWorkRow({ workId: crypto.randomUUID(), title: 'From elsewhere', state: 'completed' }))
    emit(rows[0]!.workId, 1, 0)
    await seen('From elsewhere')
    rows.shift()
    act(() => FakeEventSource.last.emitNamed('work-deleted', { workId }))
    await waitFor(() => expect(screen.queryByText('From elsewhere')).toBeNull())
  })

  test('that cannot be read says so, and is read again on demand', async () => {
    let isBroken = true
    open('/works', { [list]: () => (isBroken ? problem(400, 'Not today') : answer([aWorkRow()])) })
    await seen('Not today')
    isBroken = false
    await press('Try again')
    await screen.findByRole('link', { name: 'The Lamp on the Pier' })
  })

  test.each([
    ['says where works are to be had', () => answer([])],
    [
      'says it also where the server refuses the list',
      () => problem(403, `${noWorksSentence(standardPlans)}.`, { code: 'plan_required' }),
    ],
  ])('of a plan without works %s', async (_, respond) => {
    open('/works', { [list]: respond }, 'free')
    await seen(`${noWorksSentence(standardPlans)}.`)
    expect(screen.getByRole('link', { name: 'Compare plans' }).getAttribute('href')).toBe('/pricing')
    expect(screen.queryByText('Choose a file')).toBeNull()
  })

  test('of a plan from before stays readable, and offers no new one', async () => {
    open('/works', { [list]: () => answer([aWorkRow()]) }, 'free')
    await screen.findByRole('link', { name: 'The Lamp on the Pier' })
    expect(screen.queryByRole('link', { name: 'New work' })).toBeNull()
    await seen(/Works that you have stay\./)
  })
})

describe('a new work', () => {
  const work = aWork({ chapters: [aSpokenChapter()] })
  const ofWork: Handlers = { [`GET /api/works/${work.workId}`]: () => answer(work) }
  const priced = () => screen.findByText('About 2 minutes')

  test('from the example: read and priced by the server without being made, and made by the chosen voice', async () => {
    const make = made('Untitled.md', 'The+Lamp+on+the+Pier', 'emma')
    const { count, router } = open('/works', {
      ...ofWork,
      [asked('Untitled.md', 'emma')]: () => answer(aFileDryRun()),
      [make]: () => answer(work, 202),
    })
    await press('Try with an example')
    await priced()
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('The Lamp on the Pier')
    expect(screen.getByText('The Answer')).toBeDefined()
    expect(screen.getByText('Nothing')).toBeDefined()
    await userEvent.click(screen.getByRole('radio', { name: /Emma/ }))
    await waitFor(() => expect(count(asked('Untitled.md', 'emma'))).toBe(1))
    await userEvent.click(await button('Make it'))
    await screen.findByRole('heading', { level: 1, name: work.title })
    expect(router.state.location.pathname).toBe(`/works/${work.workId}`)
    const [sent] = sentTo(make) as File[]
    expect(await sent?.text()).toContain('## Chapter 2: The Answer')
  })

  test('that is refused names the field; a retry has the same request id, another text another one', async () => {
    let refusal: Response | undefined
    const keys: (string | null)[] = []
    open('/works/new', {
      ...ofWork,
      [made('Untitled.txt', 'Tides')]: ({ headers }) => {
        keys.push(new Headers(headers).get('idempotency-key'))
        return refusal ?? answer(work, 202)
      },
    })
    await press('Paste a text')
    const text = await screen.findByLabelText('Text')
    await userEvent.click(await button('Make it'))
    expect(document.activeElement).toBe(screen.getByLabelText('Title'))
    await seen('Title is required')
    await seen('Text is required')
    await userEvent.type(screen.getByLabelText('Title'), 'Tides')
    await userEvent.type(text, 'The sea.')
    await priced()

    refusal = problem(503, 'Try again later')
    await userEvent.click(await button('Make it'))
    await waitFor(() => expect(keys).toHaveLength(1))
    refusal = problem(400, 'Too long', { details: [{ field: 'chapters.0.paragraphs.0.text', message: 'Too long' }] })
    await userEvent.click(await button('Make it'))
    await seen('Chapter 1: Too long')
    refusal = undefined
    await userEvent.type(text, ' Again.')
    await userEvent.click(await button('Make it'))
    await screen.findByRole('heading', { level: 1, name: work.title })
    const [first, second, third] = keys
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  test('whose calls would be refused cannot be made, and says why', async () => {
    const { asked: all } = open('/works/new', {
      [asked('Untitled.md')]: () => answer(aFileDryRun({ refusal: 'No call is left', cost: '0.12' })),
    })
    await press('Try with an example')
    await seen(/No call is left/)
    expect(screen.getByText('$0.12')).toBeDefined()
    expect((await button('Make it')).hasAttribute('disabled')).toBe(true)
    expect(within(screen.getByRole('alert')).getByRole('link', { name: 'See plans' })).toBeDefined()
    expect(all.filter((name) => name.startsWith('POST') && !name.includes('dryRun'))).toEqual([])
  })

  test.each([
    [480_000, '480,000'],
    [0, undefined],
    [undefined, undefined],
  ])('of which other works have spoken %s characters says so where it is any', async (keptCharacters, shown) => {
    open('/works/new', {
      [asked('Untitled.md')]: () => answer(aFileDryRun({ ...(keptCharacters !== undefined && { keptCharacters }) })),
    })
    await press('Try with an example')
    await seen('Nothing')
    const name = screen.queryByText('Spoken before, in another work')
    expect(name?.nextElementSibling?.textContent).toBe(shown)
  })

  test('of a text that is not taken says so at the text, which stays', async () => {
    open('/works/new', {
      [asked('Untitled.txt')]: () =>
        problem(400, 'Invalid', { details: [{ field: 'file', message: 'There is no text in the file' }] }),
    })
    await press('Paste a text')
    await userEvent.type(await screen.findByLabelText('Text'), '***')
    await seen('There is no text in the file')
    expect(screen.getByLabelText<HTMLTextAreaElement>('Text').value).toBe('***')
  })

  test('is kept over a look at another screen', async () => {
    const { unmount } = open('/works/new')
    await press('Paste a text')
    await userEvent.type(await screen.findByLabelText('Text'), 'The sea.')
    unmount()
    open('/works/new')
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Text')).value).toBe('The sea.')
  })
})
