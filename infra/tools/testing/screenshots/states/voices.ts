import type { Page } from 'playwright-core'
import { creator, notApplied } from '../answers/account.ts'
import { manyVoices } from '../answers/api.ts'
import { batches } from '../answers/batches.ts'
import { type State, text } from './state.ts'

const ownVoices = { path: '/account#voices', isOneWindow: true }

const pronunciations = { path: '/account#pronunciations', isOneWindow: true, answers: creator }

/** As many parts as a blend may have. */
const fourParts = async (page: Page) => {
  await page.getByRole('button', { name: 'Blend voices' }).click()
  const dialog = page.getByRole('dialog')
  for (const _ of [3, 4]) await dialog.getByRole('button', { name: 'Add voice' }).click()
  await dialog.getByLabel('Weight of Heart').fill('1')
  await dialog.getByLabel('Name').fill('Narrator')
}

const ownText = async (page: Page) => {
  await page
    .getByLabel('Your own text')
    .fill('The harbour of Senn has one lamp, and for thirty years Ines Varo lit it.')
  await page.getByText('1 call, about').first().waitFor()
}

export const picturedOwnVoices: State[] = [
  { ...ownVoices, name: 'own-voices', answers: creator, reach: text('Narrator for the long evenings') },
  {
    ...ownVoices,
    name: 'own-voices-none',
    answers: { ...creator, '/api/voices/mine': [] },
    reach: text('No own voices yet'),
  },
  { ...ownVoices, name: 'own-voices-blend', answers: creator, reach: fourParts },
  {
    ...ownVoices,
    name: 'own-voices-add',
    answers: creator,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Add by ID' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Add voice' }).click()
      await text('Voice ID is required')(page)
    },
  },
]

export const picturedPronunciations: State[] = [
  { ...pronunciations, name: 'pronunciations', reach: text('Geh em be ha') },
  {
    ...pronunciations,
    name: 'pronunciations-not-applied',
    answers: { ...creator, '/api/pronunciations': notApplied },
    reach: text('Not applied on your plan:'),
  },
  {
    ...pronunciations,
    name: 'pronunciations-add',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Add pronunciation' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await text('The written form is required')(page)
    },
  },
]

export const picturedVoices: State[] = [
  { name: 'voices', path: '/voices', answers: batches, reach: text('Siwis') },
  { name: 'voices-text', path: '/voices', answers: batches, reach: ownText },
  { name: 'voices-visitor', path: '/voices', answers: { ...manyVoices, '/api/auth/me': null }, reach: text('Siwis') },
]
