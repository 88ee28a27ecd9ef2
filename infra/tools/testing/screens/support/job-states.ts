import { webhookViews } from '@utter/web/test/answers/webhooks'
import type { Page } from 'playwright-core'
import { openDialog } from './keyboard.ts'
import { aState, type ScreenState } from './screen-state.ts'

type Job = { id: string; text: string }

/** The job's own answer, with what an account of longer standing would have. */
async function withMore(page: Page, { id }: Job): Promise<void> {
  await page.route(`**/api/jobs/${id}`, async (route) => {
    const response = await route.fetch()
    const more = { tags: ['news', 'a rather long tag of the morning'], webhookAttempts: 2, cached: true, batchId: id }
    await route.fulfill({ response, json: { ...((await response.json()) as object), ...more } })
  })
  await page.route('**/api/webhooks/deliveries*', (route) => route.fulfill({ json: [webhookViews().delivery(id)] }))
  await page.reload()
  await page.getByRole('dialog').getByText('Webhook attempts').waitFor()
}

/** The list of a tag, whose rows are chosen, and the dialog that tags them. */
async function tagChosen(page: Page): Promise<void> {
  await page.route('**/api/jobs', async (route) => {
    const response = await route.fetch()
    const rows = (await response.json()) as object[]
    const tags = ['news', 'a rather long tag of the morning', 'late']
    const json = rows.map((row, at) => ({ ...row, tags: at === 0 ? tags : ['news'] }))
    await route.fulfill({ response, json })
  })
  await page.reload()
  await page.getByRole('button', { name: 'Any tag, not only: news' }).waitFor()
  await page.getByLabel('Choose all shown jobs').check()
  await page.getByRole('button', { name: /^Tag / }).click()
  await page.getByRole('dialog', { name: /^Tag / }).waitFor()
}

/** States of a finished job and its panel. */
export const jobStates = (job: Job): ScreenState[] => {
  const inPanel = (name: string, reach: ScreenState['reach']) =>
    aState(name, 'busy', `/jobs?job=${job.id}`, async (page) => {
      await page.getByRole('dialog').getByRole('slider', { name: 'Seek' }).waitFor()
      await reach(page)
    })
  return [
    inPanel('a job from the cache, with tags and webhook attempts', (page) => withMore(page, job)),
    aState('chosen jobs of a tag', 'busy', '/jobs?tag=news', tagChosen),
    inPanel('Tags', (page) => openDialog(page, 'Tags', 'Tags', 'dialog')),
    inPanel('Share by link', (page) => openDialog(page, 'Share by link', 'Share by link', 'dialog')),
    inPanel('Retry', (page) => openDialog(page, 'Retry', 'Retry this job', 'dialog')),
    inPanel('Delete', (page) => openDialog(page, 'Delete', 'Delete this job?', 'dialog')),
  ]
}
