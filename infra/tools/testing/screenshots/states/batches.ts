import type { Page } from 'playwright-core'
import { batch, batches, batchScreen, faultyBatch, noBatches, pricedBatch, withoutBatches } from '../answers/batches.ts'
import { type State, text } from './state.ts'

const listOfBatch = (words: string, act: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'Try with an example' }).click()
  await text(words)(page)
  await page.getByRole('button', { name: act, exact: true }).waitFor()
  await page.getByText('$0.04').waitFor()
}
const faultyList = async (page: Page) => {
  await page.getByRole('button', { name: 'Paste a list' }).click()
  await page.getByLabel('List').fill('text,voice,title\nThe sea is salty,heart,A\n,emma,B\nBoats come home,Nobody,C')
  await page.getByText('No voice is called').waitFor()
}

export const picturedBatches: State[] = [
  { name: 'batches', path: '/batches', answers: batches, reach: text('Chapter openings') },
  { name: 'batches-none', path: '/batches', answers: noBatches, reach: text('No batches yet') },
  { name: 'batches-not-in-plan', path: '/batches', answers: withoutBatches, reach: text('Compare plans') },
  { name: 'batch-new', path: '/batches/new', answers: pricedBatch, reach: listOfBatch('sea is salty', 'Send 3 lines') },
  { name: 'batch-faulty', path: '/batches/new', answers: faultyBatch, reach: faultyList },
  { name: 'batch', path: batchScreen, answers: batch, reach: text('lines spoken') },
]
