import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { workRequest } from '../../support/a-work.ts'
import { notFoundFor, openWorkRoutes } from '../../support/open-works.ts'

const works = await closedAfterAll(
  openWorkRoutes('chapter-voice', {
    versions: () => ({
      speech: { default: '1', joe: '1', marie: '1', kate: '1' },
      languages: { marie: ['fr'], joe: ['en'] },
    }),
    foreignLanguage: (text, languages) => (languages.join() === 'fr' && text.includes('word') ? 'English' : undefined),
  }),
)

test('the sections whose voice changes by it are spoken again, by that voice, and the others keep their sound', async () => {
  const { userId, inChapter, chapter, work } = await works.make([10_000, 300])
  const [first] = (await chapter()).paragraphs
  await works.ask('PUT', `${inChapter}/paragraphs/${first?.paragraphId}`, userId, { text: 'Mine.', voiceId: 'kate' })
  await work.speakAll()
  const path = `${inChapter}/voice`
  expect(await works.ask('PUT', path, userId, { voiceId: 'joe' })).toMatchObject({
    status: 200,
    body: { voiceId: 'joe', revision: 3, state: 'speaking', audioUrl: expect.any(String) },
  })
  expect((await chapter()).paragraphs.map(({ state }) => state)).toEqual(['completed', 'waiting'])
  const spoken = await work.speakAll()
  expect(spoken.map(({ voiceId }) => voiceId)).toEqual(['joe'])
  // The same again is no change.
  expect((await works.ask('PUT', path, userId, { voiceId: 'joe' })).body).toMatchObject({
    revision: 3,
    state: 'completed',
  })
})

test.each([[{}], [{ voiceId: null }]])('%j gives it the voice of the work again', async (body) => {
  const { userId, inChapter, work } = await works.make([20])
  const path = `${inChapter}/voice`
  await works.ask('PUT', path, userId, { voiceId: 'joe' })
  const { status, body: row } = await works.ask('PUT', path, userId, body)
  expect(status).toBe(200)
  expect(row).not.toHaveProperty('voiceId')
  expect((await work.speakAll()).map(({ voiceId }) => voiceId)).toEqual(['default'])
})

test('400 for a voice that nobody has, or that does not speak the language, 404 for a chapter that is not there', async () => {
  const { userId, inChapter, path: ofWork } = await works.make([20])
  const path = `${inChapter}/voice`
  expect(await works.ask('PUT', path, userId, { voiceId: 'nobody' })).toMatchObject(
    invalid('voiceId', 'There is no voice nobody'),
  )
  expect(await works.ask('PUT', path, userId, { voiceId: 'marie' })).toMatchObject({
    status: 400,
    body: { details: [{ field: 'voiceId' }] },
  })
  expect(await works.ask('PUT', path, userId, { voiceId: 7 })).toMatchObject(
    invalid('voiceId', 'Voice ID must be a string'),
  )
  expect(await works.ask('PUT', `${ofWork}/chapters/none/voice`, userId, {})).toMatchObject({
    status: 404,
    body: { code: 'chapter_not_found' },
  })
  expect(await notFoundFor(works, 'PUT', path, {})).toMatchObject({ code: 'work_not_found' })
})

test('a work is made with a voice by the chapter, which its view tells', async () => {
  const userId = await works.account('creator')
  const request = workRequest('r', [20], [20])
  const chapters = request.chapters.map((chapter, index) => ({ ...chapter, voiceId: [null, 'joe'][index] }))
  const { status, body } = await works.ask('POST', '/api/works', userId, { ...request, chapters })
  expect(status).toBe(202)
  expect(body.chapters[0]).not.toHaveProperty('voiceId')
  expect(body.chapters[1]).toMatchObject({ voiceId: 'joe' })
  const unknown = request.chapters.map((chapter, index) => ({ ...chapter, voiceId: ['nobody', 'marie'][index] }))
  expect((await works.ask('POST', '/api/works', userId, { ...request, chapters: unknown })).body.details).toMatchObject(
    [{ field: 'chapters.0.voiceId', message: 'There is no voice nobody' }, { field: 'chapters.1.voiceId' }],
  )
})
