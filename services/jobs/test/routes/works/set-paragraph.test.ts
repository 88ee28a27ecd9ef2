import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { notFoundFor, openWorkRoutes } from '../../support/open-works.ts'

const works = await closedAfterAll(openWorkRoutes('set'))

test('the paragraph has its new text and voice, and is to be spoken again', async () => {
  const { userId, inChapter, chapter, work } = await works.make([10_000, 300])
  await work.speakAll()
  const [, second] = (await chapter()).paragraphs
  const path = `${inChapter}/paragraphs/${second?.paragraphId}`
  const body = { text: 'New words.', voiceId: 'joe' }
  expect(await works.ask('PUT', path, userId, body)).toMatchObject({
    status: 200,
    body: {
      chapter: { revision: 2, state: 'speaking', audioUrl: expect.any(String) },
      paragraph: { ...body, paragraphId: second?.paragraphId, state: 'waiting' },
    },
  })
  expect((await chapter()).paragraphs.map(({ state }) => state)).toEqual(['completed', 'waiting'])
  // The same again is no change.
  expect((await works.ask('PUT', path, userId, body)).body.chapter.revision).toBe(2)
})

test('400 for a text that is not taken, 404 for one that is not there', async () => {
  const { userId, inChapter, chapter } = await works.make([20])
  const [first] = (await chapter()).paragraphs
  const path = `${inChapter}/paragraphs/${first?.paragraphId}`
  expect(await works.ask('PUT', path, userId, { text: ' ' })).toMatchObject(
    invalid('text', 'Paragraph text is required'),
  )
  expect(await works.ask('PUT', path, userId, { text: 'a'.repeat(10_001) })).toMatchObject(
    invalid('text', 'Paragraph text must be at most 10000 characters'),
  )
  expect(await works.ask('PUT', `${inChapter}/paragraphs/none`, userId, { text: 'a' })).toMatchObject({
    status: 404,
    body: { code: 'paragraph_not_found' },
  })
  expect(await notFoundFor(works, 'PUT', path, { text: 'a' })).toMatchObject({ code: 'work_not_found' })
})
