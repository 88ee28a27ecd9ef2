import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { notFoundFor, openWorkRoutes } from '../../support/open-works.ts'

const works = await closedAfterAll(openWorkRoutes('get'))

test('how far each chapter is, and what it has cost', async () => {
  const { userId, path, work } = await works.make([10_000, 10_000], [100])
  await work.advance()
  expect((await works.ask('GET', path, userId)).body).toMatchObject({
    state: 'speaking',
    progress: 0,
    chapters: [{ state: 'speaking' }, { state: 'speaking' }],
  })
  await work.speakAll()
  const { body } = await works.ask('GET', path, userId)
  expect(body).toMatchObject({
    state: 'completed',
    progress: 100,
    calls: 3,
    chapters: [
      { state: 'completed', progress: 100, durationMs: expect.any(Number), audioUrl: expect.stringMatching(/mp3$/) },
      { state: 'completed' },
    ],
  })
  expect(body.durationMs).toBe(body.chapters[0].durationMs + body.chapters[1].durationMs)
})

test('a job of a section names the work and the chapter, any other none', async () => {
  const { userId, view, work } = await works.make([20])
  await work.advance()
  const [section] = await work.inFlight()
  const other = await works.submit(userId)
  const job = async (id: string) => (await works.ask('GET', `/api/jobs/${id}`, userId)).body
  const { workId, chapters } = view
  expect(await job(section?._id ?? '')).toMatchObject({ workId, chapterId: chapters[0]?.chapterId })
  expect(await job(other._id)).not.toHaveProperty('workId')
})

test('404 for another account', async () => {
  const { path } = await works.make([20])
  expect(await notFoundFor(works, 'GET', path)).toMatchObject({ code: 'work_not_found' })
})
