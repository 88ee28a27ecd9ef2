import { randomUUID } from 'node:crypto'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { callers, failedJobId, jobId, openSpeech, signed } from '../../support/open-speech.ts'

const speech = await closedAfterAll(openSpeech())

const get = async (id: string, token: string | undefined = callers.internal('jobs')) =>
  speech.ask(`/internal/audio/${id}`, token === undefined ? {} : signed(token))

test('the mp3 of a job of any account, for jobs', async () => {
  const { status, body, headers } = await get(jobId)
  expect([status, body, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    '0123456789',
    'audio/mpeg',
    'no-store',
  ])
})

test.each([
  ['failed', failedJobId],
  ['is unknown', randomUUID()],
])('404: a job that %s', async (_why, id) => {
  const { status, json } = await get(id)
  expect({ status, body: json() }).toMatchObject(problem(404, 'Audio not found', 'audio_not_found'))
})

test('404: a job whose file is gone', async () => {
  await using other = await openSpeech()
  await other.files.remove(other.name)
  const { status } = await other.ask(`/internal/audio/${jobId}`, signed(callers.internal('jobs')))
  expect(status).toBe(404)
})
