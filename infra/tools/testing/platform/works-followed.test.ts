import { randomUUID } from 'node:crypto'
import type { JobRow, JobView } from '@utter/contracts/http/jobs/job-views'
import type { DeliveryView } from '@utter/contracts/http/webhooks'
import type { WorkEvent } from '@utter/contracts/http/works/events'
import type { ChapterView, WorkView } from '@utter/contracts/http/works/views'
import type { WorkWebhookEvent } from '@utter/contracts/http/works/webhook-event'
import { jobIdOf } from '@utter/testing/customers/customer'
import { follow } from '@utter/testing/customers/follower'
import { signUpOnPlan } from '@utter/testing/customers/on-plan'
import { eventually } from '@utter/testing/eventually'
import { openWebhookReceiver } from '@utter/testing/faults/webhook-receiver'
import { ownPlatform } from '@utter/testing/setup/provided'
import { expect, test } from 'vitest'

const { url } = ownPlatform()

const book = {
  title: 'Two boats',
  voiceId: 'joe',
  chapters: [
    {
      title: 'Out',
      paragraphs: [{ text: 'The first boat went out at nine.' }, { text: 'The second one stayed behind.' }],
    },
    { title: 'Back', paragraphs: [{ text: 'By noon both of them were gone.' }] },
  ],
}

test('a book is followed by its stream, its account’s and a webhook: each chapter once, its end once, and again after an edit', async () => {
  await using receiver = await openWebhookReceiver()
  const customer = await signUpOnPlan(url, 'creator')
  const set = { body: { webhookUrl: receiver.url } }
  expect((await customer.request('PUT', '/api/settings/webhook', set)).status).toBe(200)
  /** Each message that has come, once for each time: its type, and the chapter and the revision that it is about. */
  const messages = () =>
    receiver.requests
      .map(({ body }) => JSON.parse(body) as WorkWebhookEvent)
      .map(({ type, data }) => [type, ...(data.chapter ? [data.chapter.title, data.chapter.revision] : [])].join(' '))
      .sort()
  const received = (count: number) =>
    eventually(`${count} messages have come`, () => receiver.requests.length >= count && messages())

  const ofAccount: WorkEvent[] = []
  let isOver = false
  const account = await customer.open('/api/events', {
    named: true,
    enough: (events) => {
      ofAccount.splice(0, ofAccount.length, ...(events.filter(({ event }) => event === 'work').map(dataOf) as never[]))
      return isOver
    },
  })
  const { status, body } = await customer.post('/api/works', { ...book, requestId: randomUUID() })
  expect(status).toBe(202)
  const { workId, requestId, chapters } = body as WorkView
  const path = `/api/works/${workId}`
  const stream = follow(customer, `/api/events/works/${workId}`)
  await stream.over
  const events = stream.all().map(dataOf) as WorkEvent[]
  expect(events[0]?.chapters.map(({ title }) => title)).toEqual(['Out', 'Back'])
  const ends = events.flatMap(({ chapters: of }) => of.filter(({ state }) => state === 'completed'))
  expect(ends.map(({ title, revision }) => `${title} ${revision}`).sort()).toEqual(['Back 1', 'Out 1'])
  expect(events.filter(({ state }) => state === 'completed')).toHaveLength(1)
  expect(events.at(-1)).toMatchObject({ workId, state: 'completed', progress: 100 })
  expect(await received(3)).toEqual(['work.chapter.completed Back 1', 'work.chapter.completed Out 1', 'work.completed'])

  const sent = receiver.requests.map(({ body: text }) => JSON.parse(text) as WorkWebhookEvent)
  const work = (await customer.get(path)).body as WorkView
  for (const { data } of sent) expect(data).toMatchObject({ workId, requestId, title: 'Two boats' })
  expect(sent.find(({ type }) => type === 'work.completed')?.data).toMatchObject({
    state: 'completed',
    calls: 2,
    durationMs: work.durationMs,
  })
  const out = sent.find(({ data }) => data.chapter?.title === 'Out')?.data.chapter
  expect(out?.durationMs).toBe(work.chapters[0]?.durationMs)
  expect((await fetch(out?.audioUrl ?? '', { headers: customer.headers })).status).toBe(200)
  const deliveries = (await customer.get(`/api/webhooks/deliveries?workId=${workId}`)).body as DeliveryView[]
  expect(deliveries.map(({ type }) => type).sort()).toEqual(
    ['work.chapter.completed', 'work.chapter.completed', 'work.completed'].sort(),
  )
  const [section] = (await customer.get('/api/jobs')).body as JobRow[]
  expect((await customer.get(`/api/jobs/${section?.id}`)).body as JobView).toMatchObject({ workId })

  const inChapter = `${path}/chapters/${chapters[0]?.chapterId}`
  const { paragraphs } = (await customer.get(inChapter)).body as ChapterView
  const change = { body: { text: 'The second one stayed until the rain came.' } }
  const last = `${inChapter}/paragraphs/${paragraphs[1]?.paragraphId}`
  expect((await customer.request('PUT', last, change)).status).toBe(200)
  await follow(customer, `/api/events/works/${workId}`).over
  await received(5)

  // An ordinary job after it all: its end is the only one of a job.
  const jobId = jobIdOf(await customer.speak('And that was all.'))
  await customer.finished(jobId)
  expect(await received(6)).toEqual([
    'job.completed',
    'work.chapter.completed Back 1',
    'work.chapter.completed Out 1',
    'work.chapter.completed Out 2',
    'work.completed',
    'work.completed',
  ])
  expect(receiver.requests.map(({ body: text }) => JSON.parse(text).data.jobId).filter(Boolean)).toEqual([jobId])
  isOver = true
  await account.over
  const told = ofAccount.flatMap(({ chapters: of }) => of).filter(({ state }) => state === 'completed')
  expect(told.map(({ title, revision }) => `${title} ${revision}`).sort()).toEqual(['Back 1', 'Out 1', 'Out 2'])
  expect(ofAccount.filter((one) => one.state === 'completed' && one.chapters.length === 0)).toHaveLength(2)
})

const dataOf = ({ data }: { data: unknown }) => data
