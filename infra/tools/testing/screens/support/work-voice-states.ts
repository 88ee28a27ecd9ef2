import { aFileDryRun, aParagraph, aSpokenChapter, aWork, chapterViewOf } from '@utter/web/test/answers/works'
import type { Page } from 'playwright-core'
import { answerAs } from './answered.ts'
import { asPlan } from './as-plan.ts'
import { aState, type ScreenState } from './screen-state.ts'

const chapter = aSpokenChapter({ voiceId: 'joe', sectionCount: 2 })
const work = aWork({ state: 'completed', progress: 100, chapters: [chapter], speakers: { Anna: 'joe' } })
const paragraph = aParagraph('a0000000-0000-4000-8000-000000000000', 'The harbour is quiet.')
const speakers = [
  { name: 'Anna', lines: 12 },
  { name: 'The pilot of the second boat', lines: 2 },
]

const chooseJoe = async (page: Page, name: string) => {
  const select = page.getByLabel(`Voice of ${name}`, { exact: true })
  await select.focus()
  await select.selectOption('joe')
}

/** The voices of a work, by chapter and by speaker. */
export const workVoiceStates: ScreenState[] = [
  aState('New work with voices', 'busy', '/works/new', async (page) => {
    await answerAs(page, 'POST', '**/api/works/file?*', aFileDryRun({ speakers }))
    await asPlan(page, { subscriptionTier: 'creator' })
    const file = { name: 'harbour.md', mimeType: 'text/markdown', buffer: Buffer.from('# The harbour') }
    await page.getByLabel('File of the work').setInputFiles(file)
    await page.getByRole('button', { name: 'Voice by chapter' }).click()
    await chooseJoe(page, 'The Answer')
    await chooseJoe(page, 'Anna')
  }),
  aState('Voice of a chapter', 'busy', `/works/${work.workId}`, async (page) => {
    await answerAs(page, 'GET', `**/api/works/${work.workId}`, work)
    await answerAs(page, 'GET', `**/api/works/${work.workId}/chapters/*`, chapterViewOf(chapter, [paragraph]))
    await asPlan(page, { subscriptionTier: 'creator' })
    await page.getByRole('button', { name: chapter.title, expanded: false }).click()
    await page.getByRole('button', { name: 'Edit paragraph 1' }).click()
    await page.getByLabel('Speaker').waitFor()
    await page.getByRole('button', { name: 'Change the voice of' }).click()
    await page.getByText('Spoken again: up to 2 calls.').waitFor()
  }),
]
