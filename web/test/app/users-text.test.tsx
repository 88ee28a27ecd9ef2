import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { standardPlans } from '@utter/contracts/plans'
import { describe, expect, test } from 'vitest'
import { aKey } from '../answers/account.ts'
import { aJob, anOwnVoice, blendableVoices, jobViewOf, statsOf } from '../answers/jobs.ts'
import { webhookViews } from '../answers/webhooks.ts'
import { aParagraph, aSpokenChapter, aWork, aWorkRow, chapterViewOf } from '../answers/works.ts'
import { idOf } from '../support/job-views.ts'
import { answer, button, FakeEventSource, openSignedIn, seen } from '../support/support.tsx'
import '../../src/pages/account/account.tsx'
import '../../src/pages/account/further-account-parts.tsx'
import '../../src/pages/dashboard.tsx'
import '../../src/pages/job-queue.tsx'
import '../../src/pages/playground.tsx'
import '../../src/pages/works/works.tsx'
import '../../src/features/job-panel/job-panel.tsx'
import '../../src/features/playground/finished.tsx'
import '../../src/features/commands/palette.tsx'

const arabic = 'مرحبا بالعالم، 12 مرة.'
const numbers = [1, 2, 3]
const rows = numbers.map((number) =>
  aJob({
    ...{ id: idOf(number), userText: `${arabic} ${number}`, tags: [arabic] },
    ...{ status: 'completed', progress: 100, audioUrl: `/audio/${number}.mp3` },
  }),
)
const job = jobViewOf(rows[0]!, [], { aiResponse: arabic, audioUrl: '/audio/1.mp3', durationMs: 1_000 })
const { working, delivery } = webhookViews()
const chapters = numbers.map((number) =>
  aSpokenChapter({ chapterId: `${idOf(number).slice(0, -1)}${number}`, title: `${arabic} ${number}` }),
)
const [chapter] = chapters
const work = `/api/works/${aWorkRow().workId}`

const open = (path: string) =>
  openSignedIn(
    path,
    {
      'GET /api/plans': () => answer(standardPlans),
      'GET /api/stats': () => answer(statsOf()),
      'GET /api/jobs': () => answer(rows),
      'GET /api/jobs/recent': () => answer(rows),
      [`GET /api/jobs/${job.id}`]: () => answer(job),
      'GET /api/voices': () => answer(blendableVoices()),
      'GET /api/voices/mine': () =>
        answer(numbers.map((number) => anOwnVoice(`${arabic} ${number}`, { id: `blend-${number}` }))),
      'GET /api/keys': () => answer(numbers.map((number) => aKey({ id: idOf(number), name: `${arabic} ${number}` }))),
      'GET /api/settings/webhook': () => answer(working),
      'GET /api/webhooks/deliveries?limit=20': () =>
        answer(
          numbers.map((number) =>
            delivery(idOf(1), {
              id: `msg_${number}`,
              createdAt: `2026-01-0${number}T10:00:00.000Z`,
            }),
          ),
        ),
      'GET /api/pronunciations?kept=true': () =>
        answer({
          applied: true,
          entries: numbers.map((number) => ({
            ...{ from: `${arabic} ${number}`, to: arabic, caseSensitive: false, wholeWord: true },
          })),
        }),
      'GET /api/works?limit=20': () =>
        answer(numbers.map((number) => aWorkRow({ workId: idOf(number), title: `${arabic} ${number}` }))),
      [`GET ${work}`]: () => answer(aWork({ title: arabic, state: 'completed', chapters })),
      [`GET ${work}/chapters/${chapter?.chapterId}`]: () =>
        answer(
          chapterViewOf(
            chapter!,
            numbers.map((number) => aParagraph(idOf(number), `${arabic} ${number}`)),
          ),
        ),
    },
    { subscriptionTier: 'creator', webhookUrl: working.webhookUrl },
  )

const typed = async (label: string) => {
  fireEvent.change(await screen.findByLabelText(label), { target: { value: arabic } })
}
const states: [name: string, path: string, reach: () => Promise<unknown>][] = [
  ['the recent jobs', '/', () => seen(`${arabic} 3`)],
  ['the queue', '/jobs', () => seen(`${arabic} 3`)],
  ['a job', `/jobs?job=${job.id}`, () => seen('Reply')],
  [
    'the palette',
    '/jobs',
    async () => {
      await seen(`${arabic} 3`)
      await userEvent.keyboard('{Control>}k{/Control}')
      fireEvent.change(await screen.findByRole('combobox', { name: 'Search and commands' }), {
        target: { value: arabic },
      })
      await screen.findByRole('option', { name: new RegExp(`${arabic} 3`) })
    },
  ],
  [
    'the Playground',
    `/test?job=${job.id}`,
    async () => {
      await seen(arabic)
      await typed('User text')
    },
  ],
  [
    'the account',
    '/account',
    async () => {
      for (const name of ['Revoke', 'Remove', 'Change'])
        await screen.findAllByRole('button', { name: `${name} ${arabic} 3` })
      await screen.findAllByRole('button', { name: /^Resend/ })
    },
  ],
  ['the works', '/works', () => seen(`${arabic} 3`)],
  [
    'a work',
    `/works/${aWorkRow().workId}`,
    async () => {
      await userEvent.click(await screen.findByRole('button', { name: new RegExp(`^${arabic} 1`) }))
      await userEvent.click(await button('Edit paragraph 2'))
      await screen.findByLabelText('Paragraph 2')
    },
  ],
]

/** Elements whose own text, or value, is read from the right, and whose direction is not its own. */
function misdirected(): string[] {
  const isArabic = (text: string | null | undefined) => /\p{Script=Arabic}/u.test(text ?? '')
  return [...document.body.querySelectorAll('*')]
    .filter((element) => {
      const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && isArabic(node.textContent))
      const isField = element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement
      if (!own && !(isField && isArabic(element.value))) return false
      return (
        !['SCRIPT', 'STYLE', 'OPTION'].includes(element.tagName) &&
        element.closest('[dir=auto], bdi, pre, code') === null
      )
    })
    .map((element) => element.outerHTML.slice(0, 160))
}

/** Controls of one list or table that a reader of its buttons and links could not tell apart. */
function sameNames(): string[] {
  const controls = 'button, a[href], input, select, textarea'
  return [
    ...document.querySelectorAll('[role=table], [role=list], [role=log], [role=rowgroup], ul, ol, table'),
  ].flatMap((list) => {
    const names = [...list.querySelectorAll(controls)].map((control) => {
      const about = control.getAttribute('aria-describedby')?.split(' ') ?? []
      const name = control.getAttribute('aria-label') ?? control.textContent
      // Links that lead to one place may have one name.
      const href = control.getAttribute('href')
      return { name: [name, ...about.map((id) => document.getElementById(id)?.textContent)].join(' ').trim(), href }
    })
    return names
      .filter(({ name, href }, at) =>
        names
          .slice(0, at)
          .some((other) => name !== '' && other.name === name && (href === null || other.href !== href)),
      )
      .map(({ name }) => name)
  })
}

describe.each(states)('%s', (_name, path, reach) => {
  test('draws each text from the side from which it is read, and names no two controls of a list alike', async () => {
    open(path)
    await reach()
    expect(document.body.textContent).toMatch(/\p{Script=Arabic}/u)
    expect(misdirected()).toEqual([])
    expect(sameNames()).toEqual([])
  })
})

test.each([
  ['/', 'Recent Jobs'],
  ['/jobs', 'Jobs 3'],
])('at %s Tab stops in one row of the table; arrows lead to the others', async (path) => {
  open(path)
  await seen(`${arabic} 3`)
  const stops = () =>
    [...document.querySelectorAll<HTMLElement>('[data-job] :is(button, a)')].filter(({ tabIndex }) => tabIndex >= 0)
  const rowOf = (element: Element | null | undefined) => element?.closest<HTMLElement>('[data-job]')?.dataset.job
  expect(new Set(stops().map(rowOf))).toEqual(new Set([idOf(1)]))
  stops()[0]?.focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(document.activeElement?.textContent).toBe(`${arabic} 3`)
  await waitFor(() => expect(new Set(stops().map(rowOf))).toEqual(new Set([idOf(3)])))
  await userEvent.keyboard('{ArrowUp}')
  expect(rowOf(document.activeElement)).toBe(idOf(2))
})

test('a stroke goes to the search of the queue, and is written in it', async () => {
  open('/jobs')
  await seen(`${arabic} 3`)
  await userEvent.keyboard('/')
  expect(document.activeElement).toBe(screen.getByLabelText('Search jobs'))
  await userEvent.keyboard('a/b')
  expect(document.activeElement).toHaveProperty('value', 'a/b')
  expect(FakeEventSource.all.length).toBeGreaterThan(0)
})
