import { setTimeout as pause } from 'node:timers/promises'
import { jobIdOf } from '@utter/testing/customers/customer'
import { RetryingCustomer } from '@utter/testing/customers/retrying-customer'
import { eventually } from '@utter/testing/eventually'
import { expectAtRest } from '@utter/testing/invariants/checker'
import { freeze, keepAway } from '@utter/testing/setup/processes'
import { ownPlatform } from '@utter/testing/setup/provided'
import { openVendor } from '@utter/testing/vendors/vendor'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

/** Times in ms. */
export type Outages = {
  brokerHangs: number
  brokerIsAway: number
  /** Longer than a claim lives without its heartbeat. */
  speechHangs: number
}

/** The broker and a worker are gone for these times, while one account submits. */
export function testOutages({ brokerHangs, brokerIsAway, speechHangs }: Outages): void {
  const { url } = ownPlatform()
  let careful: RetryingCustomer
  let vendor: Awaited<ReturnType<typeof openVendor>>

  beforeAll(async () => {
    vendor = await openVendor()
  })
  afterAll(() => vendor.close())

  beforeEach(async () => {
    careful = await RetryingCustomer.signUp(url)
  })
  afterEach(async () => {
    await careful.allEnded()
    await expectAtRest(careful.customer)
  })

  async function submitInTime(): Promise<void> {
    const startedMs = Date.now()
    await careful.submit('/api/tts', 'Yes.')
    expect(Date.now() - startedMs).toBeLessThan(2_000)
  }

  test('the broker stands still: submissions are accepted all the same, and all of them end', async () => {
    await using frozen = freeze('kafka', brokerHangs)
    for (let i = 0; i < 6; i++) await submitInTime()
    await frozen.over
  })

  test(`the broker is unavailable for ${brokerIsAway / 1_000} s: submissions are accepted all the same, and all of them end`, async () => {
    await careful.submit('/api/reply')
    let isOver = false
    const absence = keepAway('kafka', brokerIsAway).then(() => {
      isOver = true
    })
    while (!isOver) {
      await submitInTime()
      await pause(brokerIsAway / 20)
    }
    await absence
  })

  test('speech stands still past its claim and awakes: one recording counts', async () => {
    const long = 'This takes a while to be spoken. '.repeat(40)
    await careful.submit('/api/tts', long)
    const id = careful.jobIds[0] ?? ''
    await eventually('speech has started', async () => (await careful.customer.job(id)).status === 'processing')
    await freeze('speech', speechHangs).over
    const answer = await careful.customer.speak('And after that another one.')
    careful.jobIds.push(jobIdOf(answer))
  })
}
