import type { Page } from 'playwright-core'
import { busy } from '../answers/api.ts'
import { detailedJob } from '../answers/webhooks.ts'
import { changedRows } from './jobs.ts'
import { type State, soundControls, text } from './state.ts'

const panel = {
  isOneWindow: true,
  heights: { 1280: 880, 375: 960 },
  gone: [soundControls],
  // Voice and settings are where the pictures have the attempts of a webhook; time has another scale.
  changed: [...changedRows, '[role=dialog] > :nth-child(n + 2)'],
}

const finishedJob = {
  path: '/jobs?job=c19e05aa-3f6c-4b1e-9d57-2a60f8b1e7d4',
  answers: busy,
  isOneWindow: true,
  heights: { 1280: 880, 375: 812 },
}

/** A dialog over the panel. */
const inPanel = (button: string, title: string) => async (page: Page) => {
  await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('dialog', { name: title }).waitFor()
}

export const picturedJobPanel: State[] = [
  {
    name: 'jobs-panel',
    path: '/jobs?job=c19e05aa-3f6c-4b1e-9d57-2a60f8b1e7d4',
    answers: busy,
    reach: text('Once, on a rock'),
    ...panel,
  },
  {
    name: 'jobs-panel-processing',
    path: '/jobs?job=f3a91c7e-52bd-4c90-8f1e-77b0a4d3c215',
    answers: busy,
    reach: text('Welcome, and slow down'),
    ...panel,
  },
]

export const picturedJobDetails: State[] = [
  {
    name: 'jobs-panel-failed',
    path: '/jobs?job=b5527d31-08e6-4d72-a1f9-93c5d0e84b6a',
    answers: busy,
    isOneWindow: true,
    reach: text('Voice and settings'),
  },
  {
    ...finishedJob,
    name: 'jobs-panel-details',
    answers: detailedJob,
    heights: { 1280: 1_600, 375: 1_700 },
    reach: text('Webhook attempts'),
  },
]

const sharedAt = '2026-11-01T09:30:00.000Z'
const ofJob = '/api/jobs/c19e05aa-3f6c-4b1e-9d57-2a60f8b1e7d4'
const sharedJob = { ...busy, [ofJob]: { ...(busy[ofJob] as object), share: { since: sharedAt, text: true } } }

const taggedJob = {
  ...busy,
  [ofJob]: {
    ...(busy[ofJob] as object),
    tags: ['bedtime', 'episode 12', 'a rather long tag of the morning programme'],
  },
}

export const picturedJobDialogs: State[] = [
  { ...finishedJob, name: 'jobs-panel-tagged', answers: taggedJob, reach: text('episode 12') },
  { ...finishedJob, name: 'jobs-panel-tags', answers: taggedJob, reach: inPanel('Tags', 'Tags') },
  { ...finishedJob, name: 'jobs-panel-share', reach: inPanel('Share by link', 'Share by link') },
  { ...finishedJob, name: 'jobs-panel-shared', answers: sharedJob, reach: inPanel('Share by link', 'Share by link') },
  {
    ...finishedJob,
    name: 'jobs-panel-marked-shared',
    answers: sharedJob,
    reach: (page) => page.getByRole('dialog').getByText('Shared', { exact: true }).waitFor(),
  },
  {
    ...finishedJob,
    name: 'jobs-panel-link',
    answers: {
      ...busy,
      [`POST ${ofJob}/share`]: {
        url: 'https://utter.example/shared/k3Q9vXb1Zt7Rw0Yc5LmN8sHd2PfUjG4aEoKiTqVxBzA',
        ...{ sharedAt, text: true },
      },
    },
    reach: async (page) => {
      await inPanel('Share by link', 'Share by link')(page)
      await page.getByRole('button', { name: 'Make link' }).click()
      await page.getByRole('dialog', { name: 'Your link' }).waitFor()
    },
  },
  {
    ...finishedJob,
    name: 'jobs-compare',
    path: '/jobs?compare=a94f3e60-d2c8-4f05-86be-0e71b9a2c35d,c19e05aa-3f6c-4b1e-9d57-2a60f8b1e7d4',
    reach: text('The same:'),
  },
  { ...finishedJob, name: 'jobs-panel-again', reach: inPanel('Again with …', 'Again with …') },
  { ...finishedJob, name: 'jobs-panel-code', reach: inPanel('Copy as code', 'Copy as code') },
  { ...finishedJob, name: 'jobs-panel-retry', reach: inPanel('Retry', 'Retry this job') },
  { ...finishedJob, name: 'jobs-panel-delete', reach: inPanel('Delete', 'Delete this job?') },
]
