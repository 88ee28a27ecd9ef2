import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { expectAtRest } from '@utter/testing/invariants/checker'
import { killAndAwait } from '@utter/testing/setup/processes'
import { ownPlatform } from '@utter/testing/setup/provided'
import { type Answer, begin, reply } from '@utter/testing/vendors/fake-openai'
import { openVendor } from '@utter/testing/vendors/vendor'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

const { url } = ownPlatform()
const customer = await Customer.signUp(url)
const opening = 'The train to the coast leaves at half past nine. Please have your tickets ready. '
const ending = 'The doors close two minutes early.'
const other = 'This is another answer than the one before it. It is heard from its beginning.'

let vendor: Awaited<ReturnType<typeof openVendor>>
beforeAll(async () => {
  vendor = await openVendor()
  await vendor.waitUntilTrusted(customer)
  // A voice that is opened first is heard later than the model's time allows.
  await customer.finished(jobIdOf(await customer.speak(opening)))
})
beforeEach(() => vendor.recovers())
afterAll(() => vendor.close())

/** A reply of which the ending comes once somebody has heard the beginning. */
const heldBack =
  (isHeard: Promise<unknown>): Answer =>
  async (response) => {
    const stream = begin(response)
    stream.piece(`${opening}The`)
    await isHeard
    stream.piece(ending.slice('The'.length))
    stream.finish('stop')
    stream.usage(20)
    stream.done()
  }

/** A reply that is asked for, and its sound from the first frame that can be heard. */
async function listen(requestId: string) {
  const sent = { userText: 'When does it leave?', requestId, voiceId: 'default', stream: true }
  const jobId = jobIdOf(await customer.post('/api/reply', sent, { 'cache-control': 'no-cache' }))
  const told = await customer.events(`/api/events/${jobId}`, {
    named: true,
    enough: (events) => events.some(({ event }) => event === 'audio'),
  })
  const address = new URL(String(told.find(({ event }) => event === 'audio')?.data.audioUrl), url)
  const { ok, body } = await fetch(address)
  const reader = ok ? body?.getReader() : undefined
  const first = await reader?.read()
  let bytes = first?.value?.length ?? 0
  /** Frames of 384 bytes, 24 ms each. */
  const heardMs = async () => {
    if (!reader) return 'broken off' as const
    try {
      for (let part = await reader.read(); !part.done; part = await reader.read()) bytes += part.value.length
      return (bytes / 384) * 24
    } catch {
      return 'broken off' as const
    }
  }
  return { jobId, address, heardMs: heardMs() }
}

test('a reply is heard before it is written whole, and to its end: the sound of the file', async () => {
  const { promise: isHeard, resolve: heard } = Promise.withResolvers<void>()
  vendor.answers(heldBack(isHeard))
  const { jobId, heardMs } = await listen('ahead')
  heard()
  const job = await customer.finished(jobId)
  expect(job).toMatchObject({ status: 'completed', aiResponse: `${opening}${ending}` })
  const steps = job.timeline.map(({ step }) => step)
  expect(steps.indexOf('audio-begun')).toBeLessThan(steps.indexOf('reply-written'))
  expect(steps.filter((step) => step === 'audio-begun')).toHaveLength(1)
  // Three pieces, each of which the encoder begins and ends with silence, and the file has room before and after the speech.
  expect(Math.abs(Number(await heardMs) - (job.durationMs ?? 0))).toBeLessThanOrEqual(400)
  await expectAtRest(customer)
})

test('the model breaks off when its reply is heard, and writes another: no sound is of both', async () => {
  const { promise: isHeard, resolve: heard } = Promise.withResolvers<void>()
  let count = 0
  vendor.answers(async (response, request) => {
    if (count++ > 0) return reply(other)(response, request)
    begin(response).piece(`${opening}The`)
    await isHeard
    response.socket?.resetAndDestroy()
  })
  const { jobId, heardMs, address } = await listen('two replies')
  heard()
  expect(await heardMs).toBe('broken off')
  const job = await customer.finished(jobId)
  expect(job).toMatchObject({ status: 'completed', aiResponse: other })
  expect((await fetch(address)).headers.get('accept-ranges')).toBe('bytes')
  await expectAtRest(customer)
})

test.each(['chat', 'speech', 'redis'])(
  '%s dies when half a reply is heard: the job ends as any other, and no part of its sound was taken for the whole',
  async (name) => {
    const { promise: isHeard, resolve: heard } = Promise.withResolvers<void>()
    vendor.answers(heldBack(isHeard))
    const { jobId, heardMs } = await listen(`half, with ${name}`)
    const back = killAndAwait(name)
    heard()
    await back
    const job = await customer.finished(jobId)
    expect(job).toMatchObject({ status: 'completed', aiResponse: `${opening}${ending}` })
    const ms = await heardMs
    if (ms !== 'broken off') expect(ms).toBeGreaterThan((job.durationMs ?? 0) - 500)
    await expectAtRest(customer)
  },
)
