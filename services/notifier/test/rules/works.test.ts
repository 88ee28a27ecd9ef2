import { expect, test } from 'vitest'
import { newDelivery } from '../../src/domain/delivery.ts'
import { deliveryView } from '../../src/domain/delivery-view.ts'
import { isAtRest, keyOfWorkChange, workEventOf, workEventOfView } from '../../src/domain/work-change.ts'
import { workWebhookBody } from '../../src/domain/work-webhook-body.ts'
import { aChapterChange, aChapterRow, aStateChange, aWorkForNotifier, aWorkView } from '../support/a-work-view.ts'
import { now } from '../support/trials.ts'

const at = new Date('2026-03-20T11:00:00Z')
const to = { userId: 'u', url: 'https://a.example/', isOwn: false, isDisabled: false }
const [first, second] = [aChapterRow(), aChapterRow({ title: 'Back', error: 'Invalid voice ID', state: 'failed' })]
const work = aWorkView({ chapters: [first, second], state: 'paused', reason: 'of now' })
const { workId } = work
const ofChapter = (outcome: 'completed' | 'failed', chapterId = second.chapterId) =>
  newDelivery({ ...to, workId, chapterId, revision: 2, outcome, at }, now)
const ofWork = (outcome: 'completed' | 'failed' | 'paused', more: { pausedFor?: string } = {}) =>
  newDelivery({ ...to, workId, revision: 3, outcome, at, ...more }, now)

test.each([
  [ofChapter('completed'), `msg_${second.chapterId}_2_completed`, 'work.chapter.completed'],
  [ofChapter('failed'), `msg_${second.chapterId}_2_failed`, 'work.chapter.failed'],
  [ofWork('completed'), `msg_${workId}_3_completed`, 'work.completed'],
  [ofWork('failed'), `msg_${workId}_3_failed`, 'work.failed'],
  [ofWork('paused'), `msg_${workId}_3_paused`, 'work.paused'],
])(
  'a delivery about a work or its chapter has an id of what it is about, its type and no job',
  (delivery, id, type) => {
    const view = deliveryView(delivery)
    expect(view).toMatchObject({ id, type, workId, status: 'pending' })
    expect(view).not.toHaveProperty('jobId')
    expect(view.chapterId).toBe(delivery.chapterId)
    expect(workWebhookBody(delivery, work, 'https://utter.example')?.type).toBe(type)
  },
)

test('a message about a chapter has its place and its sentence, and the state that it is about', () => {
  const body = (outcome: 'completed' | 'failed') =>
    workWebhookBody(ofChapter(outcome), work, 'https://utter.example')?.data
  expect(body('failed')).toMatchObject({
    state: 'paused',
    chapter: {
      ...{ chapterId: second.chapterId, title: 'Back', position: 1, revision: 2, state: 'failed' },
      ...{ durationMs: 24_000, error: 'Invalid voice ID' },
      audioUrl: 'https://utter.example/api/works/w/chapters/c/audio.mp3',
    },
  })
  // A reason is that of the pause that a message is about.
  expect(body('failed')).not.toHaveProperty('reason')
  expect(body('completed')?.chapter).not.toHaveProperty('error')
})

test('a chapter that cannot be heard any more has no address', () => {
  const { audioUrl: _, durationMs: __, ...mute } = first
  const chapter = workWebhookBody(ofChapter('completed', mute.chapterId), { ...work, chapters: [mute] }, 'https://a.b')
    ?.data.chapter
  expect(chapter).toEqual({
    ...{ chapterId: mute.chapterId, title: 'Out', position: 0, revision: 2, state: 'completed' },
  })
})

test('a message about the work has the state and the reason that it is about, and the time when that was', () => {
  const paused = ofWork('paused', { pausedFor: 'Monthly call limit reached' })
  expect(workWebhookBody(paused, { ...work, state: 'completed' }, 'https://a.b')).toMatchObject({
    timestamp: at.toISOString(),
    data: { state: 'paused', reason: 'Monthly call limit reached' },
  })
  const { at: _, ...undated } = ofWork('completed')
  const body = workWebhookBody(undated, work, 'https://a.b')
  expect(body).toMatchObject({ timestamp: now.toISOString(), data: { state: 'completed' } })
  expect(body?.data).not.toHaveProperty('reason')
  expect(body?.data).not.toHaveProperty('chapter')
})

test('a chapter that the work does not have has no message', () => {
  expect(workWebhookBody(ofChapter('completed', 'none'), work, 'https://a.b')).toBeUndefined()
})

test('a work is at rest once nothing of it moves by itself', () => {
  const states = ['speaking', 'paused', 'completed', 'failed', 'cancelled'] as const
  expect(states.filter(isAtRest)).toEqual(['completed', 'failed', 'cancelled'])
})

test('a change is known by its chapter and the version of that, else by the work', () => {
  expect(keyOfWorkChange(aChapterChange(work, 4, first, 9))).toBe(`${first.chapterId} 9`)
  expect(keyOfWorkChange(aStateChange(work, 4))).toBe(`${workId} 4`)
})

test('an event has the chapter that has changed, one of a view all chapters in their order', () => {
  expect(workEventOf(aStateChange(work, 4))).toEqual({
    ...{ workId, version: 4, title: work.title, state: 'paused', progress: 100, characters: 600, chapters: [] },
  })
  expect(workEventOf(aChapterChange(work, 4, first, 9)).chapters).toMatchObject([{ version: 9 }])
  const { durationMs: _, ...mute } = second
  const event = workEventOfView(aWorkForNotifier({ ...work, chapters: [first, mute] }, 5, 8))
  expect(event).toMatchObject({ version: 5, reason: 'of now', progress: 50 })
  expect(event.chapters).toEqual([
    {
      ...{ chapterId: first.chapterId, version: 8, title: 'Out', position: 0, state: 'completed', progress: 100 },
      ...{ revision: 1, durationMs: 24_000 },
    },
    {
      ...{ chapterId: second.chapterId, version: 1, title: 'Back', position: 1, state: 'failed', progress: 100 },
      ...{ revision: 1, error: 'Invalid voice ID' },
    },
  ])
  const { reason: __, ...unpaused } = work
  expect(workEventOfView({ work: unpaused, version: 1, chapterVersions: {} })).not.toHaveProperty('reason')
})
