import { SpeechStarted } from '@utter/contracts/events/speech-started'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { testStatements } from '@utter/testing/statements'
import { expect, test } from 'vitest'
import { figuresOf, notFoundFor, openWorkRoutes } from '../../support/open-works.ts'

const works = await closedAfterAll(openWorkRoutes('work-receipt'))

test('its calls by chapter, and what has spoken each section, signed; 409 before its end', async () => {
  const { userId, path, view, work } = await works.make([10_000, 300], [20])
  const receiptPath = `${path}/receipt`
  expect(await works.ask('GET', receiptPath, userId)).toMatchObject({ status: 409, body: { code: 'work_not_ended' } })
  await work.speakAll()
  const { status, body } = await works.ask('GET', receiptPath, userId)
  const { signature, ...receipt } = body
  const [first] = await work.outlines()
  const sections = first?.sections.map(({ sound }) => ({
    ...{ jobId: sound?.jobId, revision: 1, durationMs: 1_000 },
    framesHash: figuresOf(sound?.jobId ?? '').framesHash,
  }))
  expect([status, receipt]).toMatchObject([
    200,
    {
      ...{ kind: 'work', workId: view.workId, state: 'completed', charged: { calls: 3 } },
      asked: { requestId: 'r', voiceId: 'default', characters: 10_320, chapters: 2 },
      chapters: [
        { chapterId: first?._id, revision: 1, characters: 10_300, calls: 2, sections },
        { calls: 1, characters: 20 },
      ],
    },
  ])
  expect(testStatements.verify(signature)).toEqual({ v: 1, kind: 'receipt', receipt })
  expect(JSON.stringify(receipt)).not.toContain('A book')
})

test('one that is cancelled has a receipt once nothing of it is in flight', async () => {
  const { userId, path, work } = await works.make([20], [20])
  await work.advance()
  const [job] = await work.inFlight()
  if (job) await work.report(job)
  await works.ask('POST', `${path}/cancel`, userId)
  expect(await works.ask('GET', `${path}/receipt`, userId)).toMatchObject({ status: 409 })
  await work.advance()
  expect(await works.ask('GET', `${path}/receipt`, userId)).toMatchObject({
    status: 200,
    body: { state: 'cancelled', charged: { calls: 1 } },
  })
})

test('404 for another account', async () => {
  const { path } = await works.make([20])
  expect(await notFoundFor(works, 'GET', `${path}/receipt`)).toMatchObject({ code: 'work_not_found' })
})

test('the call of a section that went while it was spoken is in the receipt, and that of a cancelled one is not', async () => {
  const { userId, path, inChapter, work, chapter } = await works.make([10_000, 10_000, 300])
  await work.advance()
  const [outline] = await work.outlines()
  const started = (await work.inFlight()).find(({ section }) => section?.id === outline?.sections[0]?.id)
  if (!started) return expect.unreachable('three sections are in flight')
  await works.handle(SpeechStarted, userId, { jobId: started._id, attempt: 1 })
  const [first, second] = (await chapter()).paragraphs
  for (const one of [first, second])
    expect(await works.ask('DELETE', `${inChapter}/paragraphs/${one?.paragraphId}`, userId)).toMatchObject({
      status: 200,
    })
  await work.advance()
  await work.report(started)
  await work.speakAll()
  const { body } = await works.ask('GET', `${path}/receipt`, userId)
  expect(body).toMatchObject({ state: 'completed', charged: { calls: 2 }, chapters: [{ calls: 2 }] })
  expect((await work.outlines())[0]).toMatchObject({ removedJobs: [], uncounted: [] })
})
