import type { Page } from 'playwright-core'
import {
  changing,
  edited,
  noWorks,
  paused,
  priced,
  pricedFile,
  pricedScript,
  reading,
  refusedWork,
  sentFile,
  spokenWork,
  unedited,
  unreadFile,
  unreadVersions,
  unreadWorks,
  voiced,
  waitingWorks,
  withoutWorks,
  workScreen,
} from '../answers/works.ts'
import { heading, type State, text } from './state.ts'

const exampleOfWork = (words: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'Try with an example' }).click()
  await text(words)(page)
}
const fileOfWork =
  (words: string, content = 'A book') =>
  async (page: Page) => {
    const name = 'the-lamp-on-the-pier.epub'
    const file = { name, mimeType: 'application/epub+zip', buffer: Buffer.from(content) }
    await page.getByLabel('File of the work').setInputFiles(file)
    await text(words)(page)
  }

const openChapter = async (page: Page) => {
  await page.getByRole('button', { name: 'Chapter 1: Low Water', expanded: false }).click()
  await page.getByText('Nobody had called them').waitFor()
}

const openVersions = (words: string) => async (page: Page) => {
  await openChapter(page)
  await page.getByRole('button', { name: 'Versions' }).click()
  await page.getByRole('dialog').getByText(words).first().waitFor()
}

export const picturedWorks: State[] = [
  { name: 'works', path: '/works', answers: reading, reach: text('Letters to a Young Gardener') },
  { name: 'works-none', path: '/works', answers: noWorks, reach: text('No works yet') },
  { name: 'works-loading', path: '/works', answers: waitingWorks, reach: heading('Works') },
  { name: 'works-unread', path: '/works', answers: unreadWorks, reach: text('Try again') },
  { name: 'works-not-in-plan', path: '/works', answers: withoutWorks, reach: text('Compare plans') },
  { name: 'works-new', path: '/works/new', answers: priced, reach: exampleOfWork('About 9 minutes') },
  { name: 'works-refused', path: '/works/new', answers: refusedWork, reach: exampleOfWork('and 1 is left') },
  { name: 'works-file', path: '/works/new', answers: pricedFile, reach: fileOfWork('17') },
  {
    name: 'works-voices',
    path: '/works/new',
    answers: pricedScript,
    reach: async (page) => {
      await fileOfWork('17')(page)
      await page.getByRole('button', { name: 'Voice by chapter' }).click()
      for (const [name, voice] of [
        ['Ines', 'emma'],
        ['Chapter 2: The Answer', 'george'],
      ]) {
        await page.getByLabel(`Voice of ${name}`).focus()
        await page.getByLabel(`Voice of ${name}`).selectOption(voice ?? '')
      }
      await page.getByLabel('Voice of Ines').blur()
    },
  },
  { name: 'works-file-sent', path: '/works/new', answers: sentFile, reach: fileOfWork('Sending the file') },
  { name: 'works-file-unpriced', path: '/works/new', answers: unreadFile, reach: fileOfWork('Try again') },
  { name: 'works-file-refused', path: '/works/new', answers: noWorks, reach: fileOfWork('This file is empty', '') },
]

export const picturedWork: State[] = [
  { name: 'work', path: workScreen, answers: reading, reach: openChapter },
  {
    name: 'work-voice',
    path: workScreen,
    answers: voiced,
    reach: async (page) => {
      await openChapter(page)
      await page.getByRole('button', { name: 'Change the voice of' }).click()
      await page.getByText('Spoken again').waitFor()
    },
  },
  {
    name: 'work-speaker',
    path: workScreen,
    answers: voiced,
    reach: async (page) => {
      await openChapter(page)
      await page.getByRole('button', { name: 'Edit paragraph 2' }).click()
      await page.getByLabel('Speaker').waitFor()
    },
  },
  { name: 'work-loading', path: workScreen, answers: waitingWorks, reach: heading('Work') },
  {
    name: 'work-changing',
    path: workScreen,
    answers: changing,
    reach: async (page) => {
      await openChapter(page)
      await page.getByRole('button', { name: 'Edit paragraph 2' }).click()
      await page.getByRole('button', { name: 'More for paragraph 3' }).click()
    },
  },
  {
    name: 'work-heard',
    path: workScreen,
    answers: spokenWork,
    reach: async (page) => {
      await openChapter(page)
      await page.getByText('Captions', { exact: true }).waitFor()
      await page.evaluate(
        "const sound = document.querySelector('audio'); sound.currentTime = 3.6; sound.dispatchEvent(new Event('timeupdate'))",
      )
      await page.locator('[data-word][data-heard]').waitFor()
    },
  },
  { name: 'work-versions', path: workScreen, answers: edited, reach: openVersions('As it is now') },
  { name: 'work-versions-none', path: workScreen, answers: unedited, reach: openVersions('No versions yet') },
  { name: 'work-versions-loading', path: workScreen, answers: unreadVersions, reach: openVersions('Close') },
  {
    name: 'work-podcast',
    path: workScreen,
    answers: spokenWork,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Podcast' }).click()
      await page.getByText('It has an address since').waitFor()
    },
  },
  {
    name: 'work-podcast-made',
    path: workScreen,
    answers: spokenWork,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Podcast' }).click()
      await page.getByRole('button', { name: 'New address' }).click()
      await page.getByLabel('Podcast address').first().waitFor()
    },
  },
  { name: 'work-paused', path: workScreen, answers: paused, reach: text('See plans') },
]
