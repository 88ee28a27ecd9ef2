import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { paragraphsOf } from '../../support/a-work.ts'
import { notFoundFor, openWorkRoutes } from '../../support/open-works.ts'

const works = await closedAfterAll(openWorkRoutes('chapter'))

test('its paragraphs in order, each with the state of its section', async () => {
  const { inChapter, chapter, work } = await works.make([10_000, 300, 200])
  await work.advance()
  const [first] = await work.inFlight()
  if (first) await work.fail(first)
  await work.advance()
  const { paragraphs } = await chapter()
  expect(paragraphs.map(({ text }) => text)).toEqual(paragraphsOf(10_000, 300, 200).map(({ text }) => text))
  const failed = { state: 'failed', error: 'Invalid voice ID' }
  const states = paragraphs.map(({ state, error }) => (error ? { state, error } : { state }))
  expect([
    [failed, { state: 'speaking' }, { state: 'speaking' }],
    [{ state: 'speaking' }, failed, failed],
  ]).toContainEqual(states)
  expect(await notFoundFor(works, 'GET', inChapter)).toMatchObject({ code: 'work_not_found' })
})

test('404 for a chapter of another work', async () => {
  const one = await works.make([20])
  const other = await works.make([20])
  const path = `${one.path}/chapters/${other.view.chapters[0]?.chapterId}`
  expect(await works.ask('GET', path, one.userId)).toMatchObject({ status: 404, body: { code: 'chapter_not_found' } })
})
