import type { UsageView } from '@utter/contracts/http/jobs/usage'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { eventually } from '@utter/testing/eventually'
import { expectAtRest } from '@utter/testing/invariants/checker'
import { keepAllAway } from '@utter/testing/setup/processes'
import { ownPlatform } from '@utter/testing/setup/provided'
import { startReplica } from '@utter/testing/setup/replica'
import { openFakeElevenLabs } from '@utter/testing/vendors/fake-elevenlabs'
import { json, sound } from '@utter/testing/vendors/fake-speech-vendor'
import { openFakeTranscriber, saidTone } from '@utter/testing/vendors/fake-transcriber'
import { beforeEach, expect, test } from 'vitest'

const { url } = ownPlatform()
const text = 'The patient must not take this medicine before a meal.'
const vendor = await closedAfterAll(openFakeElevenLabs())
const transcriber = await closedAfterAll(openFakeTranscriber())
// The platform's own speech knows no vendor.
await closedAfterAll(keepAllAway(['speech']))
await closedAfterAll(
  startReplica('speech', {
    ...{ SPEECH_PROVIDER: 'local', ELEVENLABS_API_KEY: 'a key', ELEVENLABS_BASE_URL: vendor.url },
    TRANSCRIBE_BASE_URL: transcriber.baseURL,
  }),
)
const customer = await Customer.signUp(url)

const withoutNot = (said: string) => said.replace(' not', '')
const says = (saidIn: (written: string) => string) =>
  vendor.answers(sound('audio/pcm', ({ body }) => saidTone(saidIn(String(body.text)))))
const callsUsed = async () => ((await customer.get('/api/usage')).body as UsageView).apiCallsUsed
const speak = async () => {
  const answer = await customer.speak(text, { voiceId: 'premadeRachel', check: 'words' })
  return { answer, job: await customer.finished(jobIdOf(answer)) }
}

beforeEach(() => {
  transcriber.answers()
  transcriber.clips.splice(0)
})

test('a vendor’s sentence that lacks a word is heard to lack it, and the job is delivered whole, without a warning', async () => {
  let takes = 0
  says((written) => (takes++ === 0 ? withoutNot(written) : written))
  const known = await eventually('jobs knows that vendors are heard', async () => {
    const { answer, job } = await speak()
    return 'warnings' in (answer.body as object) ? false : { answer, job }
  })
  expect(known.job).toMatchObject({ status: 'completed', check: 'words', checked: 'words' })
  expect(transcriber.clips.map(({ said }) => said).slice(0, 2)).toEqual([withoutNot(text), text])
  expect(known.job.trace).toContainEqual(expect.objectContaining({ stage: 'speech', checked: 'words' }))
})

test('one that lacks it each time fails the job after three takes, and its call is given back', async () => {
  says(withoutNot)
  const before = await callsUsed()
  const { job } = await speak()
  expect(job).toMatchObject({ status: 'failed', code: 'speech_incomplete' })
  expect(transcriber.clips).toHaveLength(3)
  await expect.poll(callsUsed).toBe(before)
})

test('while the transcriber is away the job is delivered, and told to be checked by its shape', async () => {
  says((written) => written)
  transcriber.answers(json(503, {}))
  expect((await speak()).job).toMatchObject({ status: 'completed', checked: 'shape' })
  await expectAtRest(customer)
})
