import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { expectAtRest } from '@utter/testing/invariants/checker'
import { killAndAwait } from '@utter/testing/setup/processes'
import { ownPlatform } from '@utter/testing/setup/provided'
import { expect, test } from 'vitest'

const { url } = ownPlatform()
const customer = await Customer.signUp(url)
/** About a minute of sound. */
const text =
  'The train to the coast leaves at half past nine. Please have your tickets ready before you board. '.repeat(10)

test.each(['speech', 'redis'])(
  '%s dies while a job is heard: the job ends as any other, and no part of its sound was taken for the whole',
  async (name) => {
    const sent = { userText: text, requestId: `with ${name}`, voiceId: 'default', stream: true }
    const jobId = jobIdOf(await customer.post('/api/tts', sent, { 'cache-control': 'no-cache' }))
    const told = await customer.events(`/api/events/${jobId}`, {
      named: true,
      enough: (events) => events.some(({ event }) => event === 'audio'),
    })
    const address = new URL(String(told.find(({ event }) => event === 'audio')?.data.audioUrl), url)
    const live = await fetch(address)
    const back = killAndAwait(name)
    const heardMs = await live.arrayBuffer().then(
      // Frames of 384 bytes, 24 ms each.
      (sound) => (sound.byteLength / 384) * 24,
      () => 'broken off' as const,
    )
    await back
    const job = await customer.finished(jobId)
    expect(job.status).toBe('completed')
    // On a quick machine all of it was there before the death.
    if (heardMs !== 'broken off') expect(heardMs).toBeGreaterThan((job.durationMs ?? 0) - 500)
    const file = await fetch(address)
    expect([file.status, file.headers.get('accept-ranges')]).toEqual([200, 'bytes'])
    await expectAtRest(customer)
  },
)
