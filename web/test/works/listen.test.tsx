import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ParagraphWords } from '@utter/contracts/http/works/words'
import { standardPlans } from '@utter/contracts/plans'
import { describe, expect, test } from 'vitest'
import { paragraphAt } from '../../src/features/works/listen/use-chapter-words.ts'
import { aParagraph, aSpokenChapter, aWork, aWorkRow, chapterViewOf } from '../answers/works.ts'
import { soundsOfPage } from '../support/sounds.ts'
import { answer, button, type Handlers, openSignedIn, press, problem, seen } from '../support/support.tsx'
import '../../src/features/works/work/podcast-dialog.tsx'
import '../../src/pages/works/work.tsx'

const address = `/api/works/${aWorkRow().workId}`
const row = aSpokenChapter()
const inChapter = `${address}/chapters/${row.chapterId}`
const ids = ['a0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-000000000002']
const word = (text: string, startMs: number) => ({ text, startMs, endMs: startMs + 400, estimated: false })
const timed: ParagraphWords[] = [
  { paragraphId: ids[0]!, startMs: 0, endMs: 900, words: [word('One', 0), word('lamp', 500)] },
  { paragraphId: ids[1]!, startMs: 2_000, endMs: 2_900, words: [word('Two', 2_000), word('lamps', 2_500)] },
]
const wordsOf = (paragraphs = timed) =>
  answer({ chapterId: row.chapterId, durationMs: 3_000, complete: true, paragraphs })

const open = (handlers: Handlers = {}) =>
  openSignedIn(
    `/works/${aWorkRow().workId}`,
    {
      'GET /api/plans': () => answer(standardPlans),
      'GET /api/voices': () => answer([]),
      'GET /api/voices/mine': () => answer([]),
      [`GET ${address}`]: () => answer(aWork({ state: 'completed', chapters: [row] })),
      [`GET ${inChapter}`]: () =>
        answer(chapterViewOf(row, [aParagraph(ids[0]!, 'One lamp.'), aParagraph(ids[1]!, 'Two lamps.')])),
      [`GET ${inChapter}/words`]: () => wordsOf(),
      ...handlers,
    },
    { subscriptionTier: 'creator' },
  )
const sound = () => document.querySelector('audio')!
const heardAt = (seconds: number) => {
  sound().currentTime = seconds
  fireEvent.timeUpdate(sound())
}
const lit = () => document.querySelector('li [data-word][data-heard]')?.textContent
const openChapter = async (handlers?: Handlers) => {
  open(handlers)
  await userEvent.click(await screen.findByRole('button', { name: /^Low Water/ }))
  await seen('Two lamps.')
}

describe('a chapter that is heard', () => {
  test('has its paragraph and its word lit, and plays on from another paragraph', async () => {
    const play = soundsOfPage()
    await openChapter()
    await press('Play Low Water')
    await waitFor(() => expect(play).toHaveBeenCalledTimes(1))
    fireEvent.play(sound())
    heardAt(0.6)
    await waitFor(() => expect(lit()).toBe('lamp'))
    heardAt(2.6)
    await waitFor(() => expect(lit()).toBe('lamps'))
    expect(screen.getByText('One lamp.').closest('[data-heard]')).toBeNull()
    await press('Play from paragraph 1')
    expect(sound().currentTime).toBe(0)
    await waitFor(() => expect(lit()).toBe('One'))
  })

  test('begins at a paragraph, by its button and by its text', async () => {
    const play = soundsOfPage()
    await openChapter()
    await userEvent.click(screen.getByText('Two lamps.'))
    await waitFor(() => expect(play).toHaveBeenCalledTimes(1))
    expect(sound().currentTime).toBe(2)
  })

  test('has its captions as files', async () => {
    await openChapter()
    const captions = within(await screen.findByRole('group', { name: 'Captions of Low Water' }))
    expect(captions.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      `${inChapter}/captions.vtt`,
      `${inChapter}/captions.srt`,
    ])
  })

  test('without times is read alone', async () => {
    const unknown = timed.map(({ paragraphId }) => ({ paragraphId, words: [] }))
    await openChapter({ [`GET ${inChapter}/words`]: () => wordsOf(unknown) })
    expect(screen.queryByRole('button', { name: 'Play from paragraph 1' })).toBeNull()
    expect(screen.queryByRole('group', { name: 'Captions of Low Water' })).toBeNull()
  })
})

test('the paragraph at a time is the last that has begun', () => {
  const at = (seconds: number) => paragraphAt(timed, seconds)?.paragraphId
  expect([0, 1.5, 2, 9].map(at)).toEqual([ids[0], ids[0], ids[1], ids[1]])
  expect(paragraphAt([{ paragraphId: ids[0]! }], 5)).toBeUndefined()
})

test('the EPUB is there once each chapter can be heard', async () => {
  open()
  const link = await screen.findByRole('link', { name: 'Download EPUB' })
  expect([link.getAttribute('href'), link.getAttribute('download')]).toEqual([
    `${address}/epub`,
    'The Lamp on the Pier.epub',
  ])
})

describe('the podcast', () => {
  const url = 'https://utter.example/feeds/secret/feed.xml'
  const since = '2026-01-01T00:00:00.000Z'

  test('gets an address, which is shown once', async () => {
    open({
      [`GET ${address}/feed`]: () => answer({}),
      [`PUT ${address}/feed`]: () => answer({ url, since }),
    })
    await press('Podcast')
    await press('Make address')
    expect((await screen.findByLabelText<HTMLInputElement>('Podcast address')).value).toBe(url)
    await press('Done')
    await waitFor(() => expect(screen.queryByLabelText('Podcast address')).toBeNull())
  })

  test('that has an address is renewed, or revoked', async () => {
    let revoked = 0
    open({
      [`GET ${address}/feed`]: () => answer({ since }),
      [`DELETE ${address}/feed`]: () => {
        revoked++
        return answer(undefined, 204)
      },
    })
    await press('Podcast')
    await button('New address')
    await seen(/It has an address since/)
    await press('Revoke')
    await seen('Podcast revoked')
    expect(revoked).toBe(1)
  })

  test('says why no address was made', async () => {
    open({
      [`GET ${address}/feed`]: () => answer({}),
      [`PUT ${address}/feed`]: () => problem(404, 'Work not found'),
    })
    await press('Podcast')
    await press('Make address')
    await seen('Work not found')
  })
})
