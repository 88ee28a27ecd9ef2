import { randomUUID } from 'node:crypto'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid } from '@utter/testing/problems'
import { beforeEach, expect, test } from 'vitest'
import { callers, openJobs } from '../support/open-jobs.ts'

const jobs = await closedAfterAll(openJobs('submit-dialogue'))
beforeEach(() => jobs.become({ speech: { default: 'piper/joe-1/joe', joe: 'piper/joe-1/joe', kate: 'pico/1/kate' } }))

const token = callers.account(newIdentity({ tier: 'pro' }))
const speakers = { Anna: 'kate', 'Ben $ b.c': 'joe' }
const dialogue = [
  { speaker: 'Anna', text: 'Who is there?' },
  { speaker: 'Ben $ b.c', text: 'Only [pause:1s] me.' },
]
const written = 'Anna: Who is there?\nBen $ b.c: Only [pause:1s] me.'
const submit = (body: Record<string, unknown>, path = '/api/tts') =>
  jobs.request('POST', path, token, { body: { requestId: randomUUID(), voiceId: 'default', ...body } })
const jobOf = async (id: unknown) => (await jobs.request('GET', `/api/jobs/${id}`, token)).body

test('202: turns are lines of the text, each spoken by the voice of its name', async () => {
  const { status, body } = await submit({ dialogue, speakers })
  expect(status).toBe(202)
  expect(await jobOf(body.jobId)).toMatchObject({ userText: written, speakers })
  expect(await jobs.deps.jobs.byId(String(body.jobId))).toMatchObject({
    parts: [
      { text: 'Who is there?\n', voiceId: 'kate', speaker: 'Anna' },
      { text: 'Only ', voiceId: 'joe', speaker: 'Ben $ b.c' },
      { pauseMs: 1_000 },
      { text: ' me.', voiceId: 'joe', speaker: 'Ben $ b.c' },
    ],
    spokenText: 'Who is there?\nOnly   me.',
  })
})

test('200: the same request, as turns or as lines, has one job', async () => {
  const requestId = randomUUID()
  const { body } = await submit({ requestId, dialogue, speakers })
  expect(await submit({ requestId, userText: written, speakers })).toMatchObject({
    status: 200,
    body: { jobId: body.jobId },
  })
  expect(await submit({ requestId, userText: written, speakers: { ...speakers, Anna: 'joe' } })).toMatchObject({
    status: 409,
  })
})

test('202: an item of a batch may be a dialogue', async () => {
  const { body } = await submit(
    {
      jobs: [{ requestId: randomUUID(), voiceId: 'default', dialogue, speakers }],
    },
    '/api/batch',
  )
  expect(body).toMatchObject({ accepted: 1, rejected: 0 })
})

test.each([
  [
    { dialogue: [{ speaker: 'Carl', text: 'Me.' }], speakers },
    'dialogue.0.speaker',
    'Carl has no voice among the speakers',
  ],
  [{ dialogue }, 'dialogue.0.speaker', 'Anna has no voice among the speakers'],
  [{ dialogue, speakers, userText: 'Hi' }, 'dialogue', 'Either userText or dialogue is taken, not both'],
  [{ dialogue: [{ speaker: 'Anna', text: ' ' }], speakers }, 'dialogue.0.text', 'Text is required'],
  [{ dialogue: [], speakers }, 'dialogue', 'At least 1 turn is required'],
  [{ dialogue: 'Anna: Hi', speakers }, 'dialogue', 'dialogue must be a list'],
  [
    { dialogue, speakers: { 'An:na': 'joe' } },
    'speakers',
    "A speaker's name must be 1 to 50 characters, without a colon, a bracket or an end of a line",
  ],
  [{ userText: 'Anna: Hi', speakers: {} }, 'speakers', 'At least 1 speaker is required'],
  [{ userText: 'Anna: Hi', speakers: ['joe'] }, 'speakers', 'speakers must be an object with a voice for each name'],
  [{ userText: 'Anna: Hi', speakers: { Anna: 7 } }, 'speakers.Anna', 'Voice ID must be a string'],
  [
    { userText: '<speak>Hi</speak>', ssml: true, speakers },
    'speakers',
    'A text of speakers has its marks in brackets, not SSML',
  ],
])('400: %j is refused by its field %s', async (body, field, message) => {
  const refused = await submit(body)
  expect(refused).toMatchObject(invalid(field, message))
})

test('400: a speaker whose voice nobody has', async () => {
  expect(await submit({ userText: 'Anna: Hi', speakers: { Anna: 'nobody' } })).toMatchObject({
    status: 400,
    body: { error: 'Anna: at character 0: there is no voice nobody', code: 'invalid_mark' },
  })
})

test('400: a reply is no dialogue', async () => {
  expect(await submit({ userText: 'Anna: Hi', speakers }, '/api/reply')).toMatchObject(
    invalid('speakers', 'speakers is for texts that are spoken as they are'),
  )
})
