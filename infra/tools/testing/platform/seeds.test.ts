import { randomUUID } from 'node:crypto'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { signUpOnPlan } from '@utter/testing/customers/on-plan'
import { eventually } from '@utter/testing/eventually'
import { ownPlatform } from '@utter/testing/setup/provided'
import { expect, test } from 'vitest'

const { url } = ownPlatform()
const userText = 'The boat came in at nine. Nobody said a word.'

/** The job of a customer who is new, so that it has the sound of no earlier one. */
async function spoken(more: object) {
  const customer = await Customer.signUp(url)
  const body = { userText, requestId: randomUUID(), voiceId: 'joe', ...more }
  return customer.finished(jobIdOf(await customer.post('/api/tts', body)))
}

test('the same text, voice and seed are the same recording, and another seed is another', async () => {
  const [first, again, other, none] = [
    await spoken({ seed: 7 }),
    await spoken({ seed: 7, stream: true }),
    await spoken({ seed: 8 }),
    await spoken({}),
  ]
  expect(first).toMatchObject({ seed: 7, pcmHash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect([again.pcmHash, again.durationMs]).toEqual([first.pcmHash, first.durationMs])
  expect(new Set([first, other, none].map(({ pcmHash }) => pcmHash)).size).toBe(3)
})

test('a job from the cache has the seed and the hash of the one that was spoken, which another seed is not', async () => {
  const customer = await signUpOnPlan(url, 'pro')
  customer.mayBeCached = true
  const jobOf = async (seed: number) => {
    const answer = await customer.post('/api/tts', { userText, requestId: randomUUID(), voiceId: 'joe', seed })
    return customer.finished(jobIdOf(answer))
  }
  // The versions of the voices are known some seconds after the platform is up.
  const same = await eventually('a job is the same as an earlier one', async () => {
    const job = await jobOf(1)
    return job.cached ? job : undefined
  })
  const { body: first } = await customer.get(`/api/jobs/${same.sameAs}`)
  expect(same).toMatchObject({ seed: 1, pcmHash: expect.any(String) })
  expect(first).toMatchObject({ cached: false, seed: 1, pcmHash: same.pcmHash })
  expect(await jobOf(2)).toMatchObject({ cached: false, seed: 2 })
})

test('a voice without noise of its own sounds the same without a seed', async () => {
  const [one, other] = [await spoken({ voiceId: 'lucy' }), await spoken({ voiceId: 'lucy', seed: 5 })]
  expect(one.pcmHash).toBeDefined()
  expect(other.pcmHash).toBe(one.pcmHash)
})
