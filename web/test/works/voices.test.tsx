import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { standardPlans } from '@utter/contracts/plans'
import { beforeEach, describe, expect, test } from 'vitest'
import { readDraft } from '../../src/lib/drafts.ts'
import { aVoice } from '../answers/jobs.ts'
import { aFileDryRun, aParagraph, aSpokenChapter, aWork, chapterViewOf } from '../answers/works.ts'
import { serveFiles } from '../support/sent-files.ts'
import { answer, button, type Handlers, openSignedIn, press, problem, seen, sentTo } from '../support/support.tsx'
import '../../src/features/code-samples/code-dialog.tsx'
import '../../src/features/works/work/chapter-voice-dialog.tsx'
import '../../src/pages/works/new-work.tsx'
import '../../src/pages/works/work.tsx'

const work = aWork({ chapters: [aSpokenChapter({ sectionCount: 1 })], speakers: { Anna: 'emma' } })
const [chapter] = work.chapters
const inWork = `/api/works/${work.workId}`
const inChapter = `${inWork}/chapters/${chapter?.chapterId}`

beforeEach(serveFiles)

const open = (path: string, handlers: Handlers = {}) =>
  openSignedIn(
    path,
    {
      'GET /api/plans': () => answer(standardPlans),
      'GET /api/voices': () => answer([aVoice('heart', 'Heart', { aliases: ['default'] }), aVoice('emma', 'Emma')]),
      'GET /api/voices/mine': () => answer([]),
      [`GET ${inWork}`]: () => answer(work),
      ...handlers,
    },
    { subscriptionTier: 'creator' },
  )
/** Its options are drawn once it has the focus. */
const choose = async (label: string, voice: string) => {
  const select = screen.getByLabelText(label)
  await userEvent.click(select)
  await userEvent.selectOptions(select, voice)
}
const query = (fields: Record<string, string>) => new URLSearchParams({ name: 'Untitled.md', ...fields })
const asked = (more: Record<string, string> = {}) =>
  `POST /api/works/file?${query({ voiceId: 'default', ...more, dryRun: 'true' })}`
const found = aFileDryRun({
  speakers: [
    { name: 'Anna', lines: 12 },
    { name: 'Note', lines: 2 },
  ],
})

describe('a new work', () => {
  test('of a text without names and with one voice asks for neither', async () => {
    open('/works/new', { [asked()]: () => answer(aFileDryRun()) })
    await press('Try with an example')
    await seen('2 chapters, 14,000 characters')
    expect(screen.queryByText('Speakers')).toBeNull()
    expect(screen.queryByLabelText('Voice of Low Water')).toBeNull()
  })

  test('has voices for names and chapters, which are priced, kept, shown as a call, and made', async () => {
    const speakers = '{"Anna":"emma"}'
    const chapterVoices = '[null,"heart"]'
    const made = `POST /api/works/file?${query({ title: work.title, voiceId: 'default', speakers, chapterVoices })}`
    const { count } = open('/works/new', {
      [asked()]: () => answer(found),
      [asked({ speakers })]: () => answer(found),
      [asked({ speakers, chapterVoices })]: () => answer({ ...found, cost: '0.18' }),
      [made]: () => answer(work, 202),
    })
    await press('Try with an example')
    await seen('12 lines')
    await choose('Voice of Anna', 'Emma')
    await waitFor(() => expect(count(asked({ speakers }))).toBe(1))
    await press('Voice by chapter')
    await choose('Voice of The Answer', 'Heart')
    await seen('$0.18')
    expect(readDraft('new-work')).toMatchObject({ speakers: { Anna: 'emma' }, chapterVoices: [null, 'heart'] })
    await press('Copy as code')
    const code = await screen.findByRole('dialog', { name: 'Copy as code' })
    await waitFor(() => expect(code.querySelector('pre')?.textContent).toContain('"speaker": "Anna"'))
    await userEvent.click(within(code).getByRole('button', { name: 'Close' }))
    await userEvent.click(await button('Make it'))
    await screen.findByRole('heading', { level: 1, name: work.title })
    expect(sentTo(made)).toHaveLength(1)
  })

  test('has one voice for all again, and a name that is none', async () => {
    open('/works/new', {
      [asked()]: () => answer(found),
      [asked({ speakers: '{"Anna":"emma"}' })]: () => answer(found),
      [asked({ chapterVoices: '["heart"]' })]: () => answer(found),
    })
    await press('Try with an example')
    await seen('12 lines')
    await choose('Voice of Anna', 'Emma')
    await choose('Voice of Anna', 'The voice of the work')
    await press('Voice by chapter')
    await choose('Voice of Low Water', 'Heart')
    await press('One voice for all')
    expect(screen.queryByLabelText('Voice of Low Water')).toBeNull()
    expect(readDraft('new-work')).toMatchObject({ speakers: {}, chapterVoices: [] })
  })

  test('whose text has lost a chapter is asked again with the voices of those that are left', async () => {
    const one = aFileDryRun({ contents: found.contents.slice(0, 1), chapters: 1 })
    sessionStorage.setItem('draft:new-work', JSON.stringify({ text: '# One', chapterVoices: ['emma', 'heart'] }))
    const { count } = open('/works/new', {
      [asked()]: () => answer(one),
      [asked({ chapterVoices: '["emma","heart"]' })]: () =>
        problem(400, 'Invalid', { details: [{ field: 'chapterVoices', message: 'The file has 1 chapters' }] }),
      [asked({ chapterVoices: '["emma"]' })]: () => answer({ ...one, cost: '0.24' }),
    })
    await seen('$0.24')
    expect(count(asked({ chapterVoices: '["emma"]' }))).toBe(1)
  })

  test('says which voice is not taken, and keeps its file', async () => {
    const speakers = '{"Anna":"emma"}'
    open('/works/new', {
      [asked()]: () => answer(found),
      [asked({ speakers })]: () =>
        problem(400, 'Invalid', {
          details: [
            { field: 'speakers.Anna', message: 'There is no voice emma' },
            { field: 'chapters.1.voiceId', message: 'This voice speaks French, not English' },
          ],
        }),
    })
    await press('Try with an example')
    await seen('12 lines')
    await choose('Voice of Anna', 'Emma')
    await seen('There is no voice emma')
    await seen('Chapter 2: This voice speaks French, not English')
  })
})

describe('a work', () => {
  const paragraph = aParagraph('a0000000-0000-4000-8000-000000000001', 'One.')
  const read: Handlers = { [`GET ${inChapter}`]: () => answer(chapterViewOf(chapter!, [paragraph])) }
  const openChapter = async () => userEvent.click(await screen.findByRole('button', { name: /Low Water.*characters/ }))

  test('gives a chapter another voice, once it has said what that costs', async () => {
    const { audioUrl: _, ...row } = { ...chapter!, voiceId: 'emma', state: 'waiting' as const, revision: 2 }
    let isChanged = false
    open(`/works/${work.workId}`, {
      ...read,
      [`GET ${inWork}`]: () => answer(isChanged ? { ...work, chapters: [row] } : work),
      [`PUT ${inChapter}/voice`]: () => {
        isChanged = true
        return answer(row)
      },
    })
    await openChapter()
    await seen('Spoken by the voice of the work')
    await press('Change the voice of Low Water')
    await seen('Spoken again: up to 1 call.')
    await choose('Voice', 'Emma')
    await press('Change voice')
    await seen('Voice of the chapter: Emma')
    expect(sentTo(`PUT ${inChapter}/voice`)).toEqual([{ voiceId: 'emma' }])
  })

  test('a refusal is said in the dialog', async () => {
    open(`/works/${work.workId}`, {
      ...read,
      [`PUT ${inChapter}/voice`]: () => problem(400, 'This voice speaks French, not English'),
    })
    await openChapter()
    await press('Change the voice of Low Water')
    await choose('Voice', 'Emma')
    await press('Change voice')
    await seen('This voice speaks French, not English')
  })

  test('has a choice of its speakers for a paragraph', async () => {
    const path = `PUT ${inChapter}/paragraphs/${paragraph.paragraphId}`
    open(`/works/${work.workId}`, {
      ...read,
      [path]: () => answer({ chapter, paragraph: { ...paragraph, speaker: 'Anna' } }),
    })
    await openChapter()
    await press('Edit paragraph 1')
    await userEvent.selectOptions(screen.getByLabelText('Speaker'), 'Anna')
    expect(screen.getByLabelText('Voice').textContent).toContain('The voice of Anna')
    await press('Save')
    await waitFor(() => expect(sentTo(path)).toEqual([{ text: 'One.', speaker: 'Anna' }]))
  })
})
