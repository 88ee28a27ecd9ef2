import { AudioStored } from '@utter/contracts/events/audio-stored'
import { SpeechStarted } from '@utter/contracts/events/speech-started'
import { isFinal } from '@utter/contracts/jobs'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { completeAll } from '../../support/ends.ts'
import { audio } from '../../support/open-lifecycle.ts'
import { openWorkRoutes } from '../../support/open-works.ts'
import { reports } from '../../support/reports.ts'

const works = await closedAfterAll(openWorkRoutes('receipts'))
works.become({ chat: 'local/small', speech: { default: 'piper/joe-1/joe' } })

test('receipts of all jobs and works of a month add up to the calls that billing is told of', async () => {
  const { userId, path, inChapter, work, chapter } = await works.make([10_000, 300], [20])
  // A work whose sections were spoken, one of them for nothing, one again after an edit, and one of which a paragraph has gone.
  await work.speakAll()
  const [, second] = (await chapter()).paragraphs
  await works.ask('PUT', `${inChapter}/paragraphs/${second?.paragraphId}`, userId, { text: 'Another one.' })
  await work.speakAll(12)
  const { body } = await works.ask('POST', `${inChapter}/paragraphs`, userId, { text: 'One more.' })
  await work.speakAll(0)
  await works.ask('DELETE', `${inChapter}/paragraphs/${body.paragraph.paragraphId}`, userId)
  await work.speakAll(0)

  const spoken = await works.submit(userId, { userText: 'Spoken' })
  await works.handle(SpeechStarted, userId, { jobId: spoken._id, attempt: 1 })
  const made = { provider: 'piper', model: 'joe-1', voice: 'joe' }
  await works.handle(AudioStored, userId, { jobId: spoken._id, attempt: 1, audio, ...made })
  const cached = await works.submit(userId, { userText: 'Spoken' })
  const failed = await works.submit(userId)
  await reports(works, userId, failed._id).failed('speech')
  const cancelled = await works.submit(userId, { userText: 'Cancelled' })
  await works.request('POST', `/api/jobs/${cancelled._id}/cancel`, works.caller(userId))
  const reply = await works.submit(userId, {}, 'reply')
  await completeAll(works, userId)
  await works.sweep(userId)

  const single = [spoken, cached, failed, cancelled, reply]
  const receipts = []
  for (const { _id } of single) receipts.push((await works.ask('GET', `/api/jobs/${_id}/receipt`, userId)).body)
  expect(receipts.map(({ charged }) => charged.calls)).toEqual([1, 0, 0, 0, 1])
  expect(receipts[1]).toMatchObject({ spoken: { sameAs: spoken._id } })
  const ofWork = (await works.ask('GET', `${path}/receipt`, userId)).body
  expect(ofWork.charged.calls).toBe(4)

  const told = new Map(
    works.published
      .filter((one) => one.userId === userId && one.event.type === 'job-finished')
      .map(({ data }) => data as { jobId: string; owed: boolean; status: string })
      .map((one) => [one.jobId, one]),
  )
  expect([...told.values()].every(({ status }) => isFinal(status))).toBe(true)
  const owed = [...told.values()].filter((one) => one.owed).length
  expect(receipts.reduce((sum, { charged }) => sum + charged.calls, ofWork.charged.calls)).toBe(owed)
})
