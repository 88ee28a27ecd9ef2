import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import type { Page } from 'playwright-core'
import { busy, empty, visitor } from '../answers/api.ts'
import { heading, type State, text } from './state.ts'

export const firstJob = text('Give me a warm')

// The reason of a failure is below the job's text, and a cancelled job is shown as Failed.
const failedRows = '[role=row]:has-text("Failed")'
// Done is quiet.
const doneBars = '[role=row]:has-text("Completed") [role=progressbar]'
export const changedRows = [failedRows, doneBars]

const chooseJobs = async (page: Page) => {
  await firstJob(page)
  for (const index of [0, 2, 3])
    await page
      .getByRole('row')
      .getByRole('checkbox')
      .and(page.getByLabel(/^Choose (?!all)/))
      .nth(index)
      .check()
  await page.getByRole('region', { name: 'Chosen jobs' }).waitFor()
}

export const picturedJobs: State[] = [
  { name: 'jobs', path: '/jobs', answers: busy, reach: firstJob, changed: changedRows },
  { name: 'jobs-empty', path: '/jobs?status=failed', answers: empty, reach: text('No jobs found') },
]

export const picturedJobFilters: State[] = [
  {
    name: 'jobs-saved-filters',
    path: '/jobs?status=completed',
    answers: busy,
    isOneWindow: true,
    reach: async (page) => {
      await text('Say good morning')(page)
      for (const name of ['Done', 'Everything that was completed this week']) {
        await page.getByRole('button', { name: 'Save filters' }).click()
        await page.getByLabel('Name').fill(name)
        await page.keyboard.press('Enter')
        await page.getByRole('link', { name }).waitFor()
        await page.getByLabel('Search jobs').fill(name.slice(0, 1))
        await page.getByRole('button', { name: 'Save filters' }).waitFor()
      }
      await page.getByRole('link', { name: 'Done', exact: true }).click()
    },
  },
  {
    name: 'jobs-save-filters',
    path: '/jobs?status=failed',
    answers: busy,
    isOneWindow: true,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Save filters' }).click()
      await page.getByLabel('Name').waitFor()
    },
  },
]

/** The same account, whose jobs have tags: none, one, and more than a row shows. */
const tags = [
  ['news', 'a rather long tag of the morning programme', 'bedtime'],
  ['bedtime'],
  undefined,
  ['news'],
  ['news', 'sea'],
]
const taggedRows = (busy['/api/jobs'] as JobRow[]).map((row, at) => ({ ...row, tags: tags[at % tags.length] }))
const tagged = { ...busy, '/api/jobs': taggedRows }

export const picturedTaggedJobs: State[] = [
  {
    name: 'jobs-of-tag',
    path: '/jobs?tag=news',
    answers: tagged,
    isOneWindow: true,
    reach: (page) => page.getByRole('button', { name: 'Any tag, not only: news' }).waitFor(),
  },
]

export const picturedChosenJobs: State[] = [
  {
    name: 'jobs-chosen',
    path: '/jobs',
    answers: busy,
    isOneWindow: true,
    reach: async (page) => {
      await chooseJobs(page)
      await text('jobs chosen')(page)
    },
  },
  {
    name: 'jobs-chosen-refused',
    path: '/jobs',
    answers: busy,
    isOneWindow: true,
    reach: async (page) => {
      await chooseJobs(page)
      const bar = page.getByRole('region', { name: 'Chosen jobs' })
      await bar.getByRole('button', { name: /^Cancel/ }).click()
      await bar.getByRole('alert').waitFor()
    },
  },
  {
    name: 'jobs-tag-chosen',
    path: '/jobs',
    answers: tagged,
    isOneWindow: true,
    reach: async (page) => {
      await chooseJobs(page)
      await page.getByRole('region', { name: 'Chosen jobs' }).getByRole('button', { name: /^Tag/ }).click()
      await page.getByRole('dialog', { name: 'Tag 3 jobs' }).waitFor()
    },
  },
  {
    name: 'jobs-deleted',
    path: '/jobs',
    answers: busy,
    isOneWindow: true,
    reach: async (page) => {
      await chooseJobs(page)
      await page
        .getByRole('region', { name: 'Chosen jobs' })
        .getByRole('button', { name: /^Delete/ })
        .click()
      await page.getByRole('button', { name: 'Undo' }).waitFor()
    },
  },
]

export const picturedJobsOfVisitor: State = {
  name: 'jobs-visitor',
  path: '/jobs',
  answers: visitor,
  reach: heading('Job Queue'),
}
