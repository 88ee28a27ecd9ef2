import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ParagraphVersion, ParagraphView } from '@utter/contracts/http/works/views'
import { standardPlans } from '@utter/contracts/plans'
import { describe, expect, test } from 'vitest'
import { aVoice } from '../answers/jobs.ts'
import { aParagraph, aSpokenChapter, aVersion, aWork, aWorkRow, chapterViewOf } from '../answers/works.ts'
import { answer, bodyOf, button, type Handlers, openSignedIn, press, problem, seen } from '../support/support.tsx'
import '../../src/features/works/versions/versions-dialog.tsx'
import '../../src/pages/works/work.tsx'

const address = `/api/works/${aWorkRow().workId}`
const [one, two, gone] = [1, 2, 3].map((number) => `a0000000-0000-4000-8000-00000000000${number}`) as [
  ...[string, string, string],
]

/** A chapter whose server takes a version back, and puts a removed one at its end. */
function aServer(versions: ParagraphVersion[]) {
  const row = aSpokenChapter()
  const inChapter = `${address}/chapters/${row.chapterId}`
  let revision = 1
  let paragraphs = [aParagraph(one, 'The long rain came.'), aParagraph(two, 'Two.', { speaker: 'Ines' })]
  const present = () => ({ ...row, revision })
  const changed = (id: string, next: ParagraphView | undefined) => {
    revision++
    const isThere = paragraphs.some(({ paragraphId }) => paragraphId === id)
    const others = paragraphs.flatMap((old) => (old.paragraphId === id ? (next ? [next] : []) : [old]))
    paragraphs = isThere || !next ? others : [...paragraphs, next]
    return answer({ chapter: present(), ...(next && { paragraph: next }) })
  }
  const restores = versions.map(({ versionId, paragraphId, text, voiceId, speaker }): [string, () => Response] => [
    `POST ${inChapter}/versions/${versionId}/restore`,
    () =>
      changed(paragraphId, aParagraph(paragraphId, text, { ...(voiceId && { voiceId }), ...(speaker && { speaker }) })),
  ])
  const handlers: Handlers = {
    'GET /api/plans': () => answer(standardPlans),
    'GET /api/voices': () => answer([aVoice('heart', 'Heart', { aliases: ['default'] }), aVoice('emma', 'Emma')]),
    'GET /api/voices/mine': () => answer([]),
    [`GET ${address}`]: () => answer(aWork({ state: 'completed', chapters: [present()] })),
    [`GET ${inChapter}`]: () => answer(chapterViewOf(present(), paragraphs)),
    [`GET ${inChapter}/versions`]: () => answer({ versions }),
    [`PUT ${inChapter}/paragraphs/${one}`]: (init) => changed(one, aParagraph(one, bodyOf(init).text)),
    [`DELETE ${inChapter}/paragraphs/${gone}`]: () => changed(gone, undefined),
    ...Object.fromEntries(restores),
  }
  return { inChapter, handlers }
}

async function openChapter(versions: ParagraphVersion[], more: Handlers = {}) {
  const { inChapter, handlers } = aServer(versions)
  const app = openSignedIn(`/works/${aWorkRow().workId}`, { ...handlers, ...more }, { subscriptionTier: 'creator' })
  await userEvent.click(await screen.findByRole('button', { name: /^Low Water/ }))
  await seen('Two.')
  return { inChapter, ...app }
}
const dialog = async (name = 'Versions') => within(await screen.findByRole('dialog', { name }))
const rows = async (name?: string) => (await (await dialog(name)).findAllByRole('listitem')).map((item) => within(item))
const texts = () =>
  within(screen.getByRole('region', { name: 'Low Water' }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('p')?.textContent)

describe('versions of a chapter', () => {
  test('are listed newest first, with the words that differ, the speaker and the voice', async () => {
    await openChapter([
      aVersion(gone, 'It is gone.', { isRemoved: true, voiceId: 'emma' }),
      aVersion(one, 'Then the rain came.', { until: new Date(Date.now() - 3 * 3_600_000).toISOString() }),
      aVersion(two, 'Two.', { voiceId: 'emma' }),
      aVersion(two, 'Two.', { speaker: 'Ines' }),
    ])
    await press('Versions')
    const [removed, reworded, revoiced, same] = await rows()
    expect(removed?.getByText('Removed')).toBeDefined()
    expect(removed?.getByText('It is gone.')).toBeDefined()
    expect(removed?.getByText('Spoken by Emma')).toBeDefined()
    expect(reworded?.getByText('Changed')).toBeDefined()
    expect(reworded?.getByText('3 hours ago')).toBeDefined()
    expect(reworded?.getByText(/Paragraph 1/)).toBeDefined()
    const marked = (role: 'insertion' | 'deletion') =>
      reworded?.getAllByRole(role).map((part) => part.textContent?.trim())
    expect(marked('insertion')).toEqual(['Then the'])
    expect(marked('deletion')).toEqual(['The long'])
    expect(revoiced?.getByText('No speaker · Spoken by Emma')).toBeDefined()
    expect(same?.getByText('As it is now')).toBeDefined()
    expect(same?.queryByRole('button')).toBeNull()
  })

  test('a changed paragraph is taken back, and undone', async () => {
    const version = aVersion(one, 'Then the rain came.')
    const { inChapter, count } = await openChapter([version])
    await press('Versions')
    await press('Restore')
    await waitFor(() => expect(texts()).toEqual(['Then the rain came.', 'Two.']))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(count(`POST ${inChapter}/versions/${version.versionId}/restore`)).toBe(1)
    expect(document.activeElement).toBe(await button('Versions'))
    await seen('Paragraph restored')
    await press('Undo')
    await waitFor(() => expect(texts()).toEqual(['The long rain came.', 'Two.']))
  })

  test('a removed paragraph is there again, and removed by its undo', async () => {
    await openChapter([aVersion(gone, 'It is gone.', { isRemoved: true })])
    await press('Versions')
    await press('Restore')
    await waitFor(() => expect(texts()).toEqual(['The long rain came.', 'Two.', 'It is gone.']))
    await press('Undo')
    await waitFor(() => expect(texts()).toEqual(['The long rain came.', 'Two.']))
  })

  test('a refusal stays beside its version', async () => {
    const version = aVersion(gone, 'It is gone.', { isRemoved: true })
    const { inChapter } = aServer([version])
    await openChapter([version, aVersion(one, 'Then the rain came.')], {
      [`POST ${inChapter}/versions/${version.versionId}/restore`]: () => problem(404, 'Version not found'),
    })
    await press('Versions')
    const [first, second] = await rows()
    await userEvent.click(first!.getByRole('button', { name: 'Restore' }))
    expect(await first!.findByText('Version not found')).toBeDefined()
    expect(second!.queryByText('Version not found')).toBeNull()
    expect(first!.getByRole('button', { name: 'Restore' }).hasAttribute('disabled')).toBe(false)
  })

  test('are none before the first change', async () => {
    await openChapter([])
    await press('Versions')
    await seen('No versions yet')
    await press('Close')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

test('a paragraph’s own menu has its versions alone', async () => {
  await openChapter([aVersion(one, 'Then the rain came.'), aVersion(two, 'Two, before.')])
  await press('More for paragraph 2')
  const tools = within(await screen.findByRole('group', { name: 'Paragraph 2' }))
  await userEvent.click(tools.getByRole('button', { name: 'Versions' }))
  expect(await rows('Versions of paragraph 2')).toHaveLength(1)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(tools.getByRole('button', { name: 'Versions' })))
})

test('a cancelled work, which cannot be changed, has none', async () => {
  const { handlers } = aServer([])
  openSignedIn(
    `/works/${aWorkRow().workId}`,
    { ...handlers, [`GET ${address}`]: () => answer(aWork({ state: 'cancelled', chapters: [aSpokenChapter()] })) },
    { subscriptionTier: 'creator' },
  )
  await userEvent.click(await screen.findByRole('button', { name: /^Low Water/ }))
  await seen('Two.')
  expect(screen.queryByRole('button', { name: 'Versions' })).toBeNull()
})
