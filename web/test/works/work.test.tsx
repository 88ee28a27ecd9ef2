import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { WorkEvent } from '@utter/contracts/http/works/events'
import type { ChapterRow, ChapterState, ParagraphView, WorkState } from '@utter/contracts/http/works/views'
import { standardPlans } from '@utter/contracts/plans'
import { describe, expect, test } from 'vitest'
import { workQuery } from '../../src/features/works/queries.ts'
import { aVoice } from '../answers/jobs.ts'
import { aChapter, aParagraph, aSpokenChapter, aVersion, aWork, aWorkRow, chapterViewOf } from '../answers/works.ts'
import { soundsOfPage } from '../support/sounds.ts'
import {
  answer,
  bodyOf,
  button,
  FakeEventSource,
  type Handlers,
  openSignedIn,
  press,
  problem,
  seen,
  sentTo,
} from '../support/support.tsx'
import '../../src/features/works/work/end-work-dialogs.tsx'
import '../../src/pages/works/work.tsx'
import '../../src/pages/works/works.tsx'

const address = `/api/works/${aWorkRow().workId}`
const [first, second] = ['5b8f0c11-3f6c-4b1e-9d57-2a60f8b1e7d4', '6c9f0c11-3f6c-4b1e-9d57-2a60f8b1e7d4']
const paragraphsPath = `${address}/chapters/${first}/paragraphs`
const ids = {
  one: 'a0000000-0000-4000-8000-000000000001',
  two: 'a0000000-0000-4000-8000-000000000002',
  three: 'a0000000-0000-4000-8000-000000000003',
}

const removed = aVersion(ids.two, 'Two.', { voiceId: 'emma', speaker: 'Ines', isRemoved: true })

/** A work as its server has it: its first chapter is changed by the routes, and spoken when the test says so. */
function aServer(state: WorkState = 'completed') {
  const server = {
    state,
    row: aSpokenChapter({ chapterId: first }),
    paragraphs: [
      aParagraph(ids.one, 'One.'),
      aParagraph(ids.two, 'Two.', { voiceId: 'emma', speaker: 'Ines' }),
      aParagraph(ids.three, 'Three.'),
    ],
    /** All of it is spoken again. */
    speak() {
      server.state = 'completed'
      server.row = aSpokenChapter({ ...server.row, state: 'completed', progress: 100, durationMs: 400_000 })
      server.paragraphs = server.paragraphs.map(({ error: _, ...one }) => ({ ...one, state: 'completed' }))
    },
  }
  const work = () =>
    aWork({
      state: server.state,
      chapters: [server.row, aSpokenChapter({ chapterId: second, title: 'The Answer' })],
      progress: server.row.progress,
    })
  const changed = (paragraphs: ParagraphView[], paragraph?: ParagraphView) => {
    const { audioUrl: _, durationMs: __, ...row } = server.row
    server.row = { ...row, state: 'waiting', progress: 80, revision: row.revision + 1 } satisfies ChapterRow
    server.state = 'speaking'
    server.paragraphs = paragraphs
    return { chapter: server.row, ...(paragraph && { paragraph }) }
  }
  const after = (id: string | undefined) => server.paragraphs.findIndex(({ paragraphId }) => paragraphId === id) + 1
  const moveTwo = (init: RequestInit) => {
    const [moved] = server.paragraphs.splice(1, 1)
    return answer(changed(server.paragraphs.toSpliced(after(bodyOf(init).after), 0, moved!), moved))
  }
  const handlers: Handlers = {
    [`GET ${address}`]: () => answer(work()),
    [`GET ${address}/chapters/${first}`]: () => answer(chapterViewOf(server.row, server.paragraphs)),
    [`PUT ${paragraphsPath}/${ids.two}`]: (init) => {
      const paragraph = aParagraph(ids.two, bodyOf(init).text, { voiceId: bodyOf(init).voiceId, state: 'waiting' })
      return answer(changed(server.paragraphs.with(1, paragraph), paragraph))
    },
    [`POST ${paragraphsPath}`]: (init) => {
      const paragraph = aParagraph(crypto.randomUUID(), bodyOf(init).text, { state: 'waiting' })
      return answer(changed(server.paragraphs.toSpliced(after(bodyOf(init).after), 0, paragraph), paragraph), 201)
    },
    [`POST ${paragraphsPath}/${ids.two}/move`]: moveTwo,
    [`DELETE ${paragraphsPath}/${ids.two}`]: () => answer(changed(server.paragraphs.toSpliced(1, 1))),
    [`GET ${address}/chapters/${first}/versions`]: () => answer({ versions: [removed] }),
    [`POST ${address}/chapters/${first}/versions/${removed.versionId}/restore`]: () => {
      const back = aParagraph(ids.two, 'Two.', { voiceId: 'emma', speaker: 'Ines' })
      return answer(changed(server.paragraphs.toSpliced(1, 0, back), back))
    },
  }
  return { server, handlers }
}

const open = (handlers: Handlers) =>
  openSignedIn(
    `/works/${aWorkRow().workId}`,
    {
      'GET /api/plans': () => answer(standardPlans),
      'GET /api/voices': () => answer([aVoice('heart', 'Heart', { aliases: ['default'] }), aVoice('emma', 'Emma')]),
      'GET /api/voices/mine': () => answer([]),
      ...handlers,
    },
    { subscriptionTier: 'creator' },
  )
const openChapter = async (state?: WorkState) => {
  const { server, handlers } = aServer(state)
  const app = open(handlers)
  await userEvent.click(await screen.findByRole('button', { name: /^Low Water/ }))
  await seen('Two.')
  return { server, ...app }
}
/** An event of a work from the account's stream, as its first chapter gets on. */
async function moved(more: Partial<WorkEvent> = {}): Promise<void> {
  const work = { workId: aWorkRow().workId, version: 1, title: 'T', state: 'speaking', progress: 50, characters: 1 }
  await waitFor(() => expect(FakeEventSource.of('/api/events')).not.toHaveLength(0))
  act(() =>
    FakeEventSource.of('/api/events')
      .at(-1)
      ?.emitNamed('work', { ...work, chapters: [], ...more }),
  )
}
const texts = () =>
  within(screen.getByRole('region', { name: 'Low Water' }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('p')?.textContent)
const field = (name: string) => screen.findByLabelText<HTMLTextAreaElement>(name)

describe('a paragraph', () => {
  test('is edited in its place, in its own voice, followed until it is spoken, and taken back', async () => {
    const { server, count } = await openChapter()
    const reads = count(`GET ${address}`)
    expect(screen.getByText(/^Ines · Spoken by /)).toBeDefined()
    await press('Edit paragraph 2')
    await userEvent.clear(await field('Paragraph 2'))
    await userEvent.type(await field('Paragraph 2'), 'Two, again.')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await seen('Two, again.')
    expect(sentTo(`PUT ${paragraphsPath}/${ids.two}`)).toEqual([
      { text: 'Two, again.', voiceId: 'emma', speaker: 'Ines' },
    ])
    expect(within(screen.getByText('Two, again.').closest('li')!).getByText('Waiting')).toBeDefined()
    await waitFor(async () => expect(document.activeElement).toBe(await button('Edit paragraph 2')))
    // Its chapter is not to be heard until it is.
    expect((await button('Play Low Water')).hasAttribute('disabled')).toBe(true)
    server.speak()
    await moved({ version: 2, state: 'completed' })
    await waitFor(async () => expect((await button('Play Low Water')).hasAttribute('disabled')).toBe(false))
    expect(count(`GET ${address}`)).toBeGreaterThan(reads)
    await waitFor(() =>
      expect(within(screen.getByText('Two, again.').closest('li')!).queryByText('Waiting')).toBeNull(),
    )

    await press('Undo the change of paragraph 2')
    await seen('Two.')
    expect(sentTo(`PUT ${paragraphsPath}/${ids.two}`).at(-1)).toEqual({
      text: 'Two.',
      voiceId: 'emma',
      speaker: 'Ines',
    })
    expect(screen.queryByText('Undo')).toBeNull()
  })

  test('is given up by Escape, and refused in its place', async () => {
    const { handlers } = aServer()
    open({ ...handlers, [`PUT ${paragraphsPath}/${ids.two}`]: () => problem(409, 'The work is cancelled') })
    await userEvent.click(await screen.findByRole('button', { name: /^Low Water/ }))
    await press('Edit paragraph 2')
    await userEvent.type(await field('Paragraph 2'), ' More.')
    await press('Save')
    await seen('The work is cancelled')
    await userEvent.clear(await field('Paragraph 2'))
    await press('Save')
    await seen('Paragraph text is required')
    await userEvent.type(await field('Paragraph 2'), 'x{Escape}')
    expect(texts()).toEqual(['One.', 'Two.', 'Three.'])
    await waitFor(async () => expect(document.activeElement).toBe(await button('Edit paragraph 2')))
  })

  test('is added after another, moved, and deleted with a way back', async () => {
    await openChapter()
    await press('More for paragraph 2')
    await press('Move up')
    await waitFor(() => expect(texts()).toEqual(['Two.', 'One.', 'Three.']))
    await press('Move down')
    await waitFor(() => expect(texts()).toEqual(['One.', 'Two.', 'Three.']))
    expect(sentTo(`POST ${paragraphsPath}/${ids.two}/move`)).toEqual([{}, { after: ids.one }])

    await press('Insert after')
    await userEvent.type(await field('New paragraph after 2'), 'Two and a half.')
    await press('Save')
    await waitFor(() => expect(texts()).toEqual(['One.', 'Two.', 'Two and a half.', 'Three.']))

    await press('More for paragraph 2')
    const tools = within(await screen.findByRole('group', { name: 'Paragraph 2' }))
    await userEvent.click(tools.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(texts()).toEqual(['One.', 'Two and a half.', 'Three.']))
    await press('Undo')
    await waitFor(() => expect(texts()).toEqual(['One.', 'Two.', 'Two and a half.', 'Three.']))
  })
})

describe('the player', () => {
  test('plays a chapter, and goes on with the next one', async () => {
    const play = soundsOfPage()
    const { handlers } = aServer()
    open(handlers)
    await userEvent.click(await button('Play Low Water'))
    const sound = () => document.querySelector('audio')!
    await waitFor(() => expect(play).toHaveBeenCalledTimes(1))
    expect(sound().getAttribute('src')).toBe(`${address}/chapters/${first}/audio.mp3?revision=1`)
    fireEvent.play(sound())
    await button('Pause Low Water')
    fireEvent.ended(sound())
    await waitFor(() => expect(play).toHaveBeenCalledTimes(2))
    expect(sound().getAttribute('src')).toBe(`${address}/chapters/${second}/audio.mp3?revision=1`)
    fireEvent.play(sound())
    await button('Pause The Answer')
    expect(screen.getByRole('button', { name: 'Next chapter' }).hasAttribute('disabled')).toBe(true)
  })

  test('has the sound of before while a change is spoken, and then the new one by another address', async () => {
    soundsOfPage()
    const { server, handlers } = aServer('speaking')
    server.row = aSpokenChapter({ chapterId: first, state: 'waiting', revision: 2 })
    open(handlers)
    await button('Play Low Water')
    const before = document.querySelector('audio')?.getAttribute('src')
    expect(before).toMatch(/audio\.mp3\?/)
    server.speak()
    await moved({ version: 2, state: 'completed' })
    await waitFor(() =>
      expect(document.querySelector('audio')?.getAttribute('src')).toBe(
        `${address}/chapters/${first}/audio.mp3?revision=2`,
      ),
    )
    expect(before).not.toBe(document.querySelector('audio')?.getAttribute('src'))
  })
})

describe('a work', () => {
  test.each<[WorkState, ChapterState, number | false]>([
    ['speaking', 'waiting', 30_000],
    ['completed', 'completed', false],
    // A change has been answered, and the work is not read again yet.
    ['completed', 'waiting', 30_000],
    ['failed', 'failed', false],
    // A part that was begun is spoken to its end.
    ['paused', 'speaking', 30_000],
    ['paused', 'waiting', false],
    ['cancelled', 'waiting', false],
  ])('that is %s with a chapter that is %s is read again in %j ms', (state, ofChapter, ms) => {
    const data = aWork({ state, chapters: [aChapter({ state: ofChapter })] })
    expect(workQuery(data.workId).refetchInterval({ state: { data } })).toBe(ms)
  })

  test('is read again when its account’s stream says that it has moved, and is paused and resumed', async () => {
    const { server, handlers } = aServer('speaking')
    server.row = aChapter({ chapterId: first, state: 'speaking', progress: 40 })
    const app = open({
      ...handlers,
      [`POST ${address}/pause`]: () => answer(aWork({ state: 'paused', chapters: [aChapter({ chapterId: first })] })),
      [`POST ${address}/resume`]: () =>
        answer(aWork({ state: 'speaking', chapters: [aChapter({ chapterId: first })] })),
    })
    await button('Pause')
    const reads = () => app.count(`GET ${address}`)
    await moved({ workId: crypto.randomUUID() })
    const before = reads()
    await moved()
    await waitFor(() => expect(reads()).toBeGreaterThan(before))
    await press('Pause')
    await seen('Paused')
    await button('Resume')
    await press('Resume')
    await button('Pause')
  })

  test('asks before it is deleted, and leads back to the list', async () => {
    const { handlers } = aServer()
    const { router, count } = open({
      ...handlers,
      'GET /api/works?limit=20': () => answer([]),
      [`DELETE ${address}`]: () => new Response(null, { status: 204 }),
    })
    await press('Delete')
    expect(count(`DELETE ${address}`)).toBe(0)
    await userEvent.click(await button('Delete work'))
    await waitFor(() => expect(router.state.location.pathname).toBe('/works'))
    expect(count(`DELETE ${address}`)).toBe(1)
  })

  test('that is not there leads to those that are', async () => {
    open({ [`GET ${address}`]: () => problem(404, 'Work not found') })
    await seen('There is no such work')
    expect(screen.getByRole('link', { name: 'Back to your works' }).getAttribute('href')).toBe('/works')
  })
})
