import { randomUUID } from 'node:crypto'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { callers, jobId, openSpeech, owner, signed } from '../../support/open-speech.ts'

const speakingId = randomUUID()
async function* frames() {
  yield Buffer.from('first ')
  yield Buffer.from('second')
}
const speech = await closedAfterAll(
  openSpeech({
    liveSounds: {
      find: async (id) => (id === speakingId ? { userId: owner.userId, frames } : undefined),
    },
  }),
)
const get = (id: string, token = callers.internal('jobs')) => speech.ask(`/internal/live/${id}`, signed(token))

test('the sound of a job of any account while it is spoken, for jobs', async () => {
  const { status, body, headers } = await get(speakingId)
  expect([status, body, headers['content-type']]).toEqual([200, 'first second', 'audio/mpeg'])
})

test('404: a job that is not being spoken', async () => {
  const { status, json } = await get(jobId)
  expect({ status, body: json() }).toMatchObject(problem(404, 'Audio not found', 'audio_not_found'))
})

test('nobody else hears it', async () => {
  expect((await get(speakingId, callers.account(owner))).status).not.toBe(200)
})
