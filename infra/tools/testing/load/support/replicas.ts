import { setTimeout as pause } from 'node:timers/promises'
import { retryOnClosedSocket } from '@utter/testing/customers/retry-on-closed-socket'
import { RetryingCustomer } from '@utter/testing/customers/retrying-customer'
import { startSteadyLoad } from '@utter/testing/customers/steady-load'
import { eventually } from '@utter/testing/eventually'
import { type Messages, openMessages } from '@utter/testing/faults/messages'
import { expectAtRest } from '@utter/testing/invariants/checker'
import { type Fleet, openFleet } from '@utter/testing/setup/fleet'
import { openVendor, wellBehaved } from '@utter/testing/vendors/vendor'
import pMap from 'p-map'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** So long a reply takes: at every moment some are being paid for. */
const replyMs = 1_500
/** Processes of which one replica joins and one leaves at the same time: a deploy rolls its services beside each other. */
const maxRolling = 2

/** Replicas that come, go and die under load. @param count of each process, besides the platform's own gateway */
export function testReplicas(count: number): void {
  let fleet: Fleet
  let vendor: Awaited<ReturnType<typeof openVendor>>
  let messages: Messages
  let cutOff = 0

  beforeAll(async () => {
    vendor = await openVendor()
    vendor.answers(async (response, request) => {
      await pause(replyMs)
      if (response.destroyed) cutOff++
      else await wellBehaved(response, request)
    })
    fleet = await openFleet(count)
    messages = await openMessages()
  })
  afterAll(async () => {
    await messages.close()
    await fleet[Symbol.asyncDispose]()
    await vendor.close()
  })

  const aCustomer = () => retryOnClosedSocket(() => RetryingCustomer.signUp(fleet.url, 'enterprise'))

  test('a replica of each process joins and another leaves under load: no request fails, nothing is cut off, nothing is paid twice', {
    timeout: 900_000,
  }, async () => {
    const careful = await aCustomer()
    vendor.requests.splice(0)
    cutOff = 0
    const load = startSteadyLoad(careful)
    await eventually('there is load', () => load.replies() > 2)
    const codes: Record<string, number | null> = {}
    const replace = async (name: string) => {
      await fleet.join(name)
      const { code } = await fleet.leave(name, 'SIGTERM')
      codes[name] = code
    }
    await pMap(fleet.names, replace, { concurrency: maxRolling })
    await load.stop()
    expect(load.failed).toEqual([])
    expect(codes).toEqual(Object.fromEntries(fleet.names.map((name) => [name, 0])))

    await careful.allEnded()
    expect((await careful.rows()).filter(({ status }) => status !== 'completed')).toEqual([])
    expect(cutOff).toBe(0)
    expect(vendor.requests.length).toBe(load.replies())
    await messages.allHeard()
    await expectAtRest(careful.customer, { disturbed: false, accepted: careful.jobIds })
  })

  test('a replica of each process is killed under load: a repeated request is served, and every job ends once', {
    timeout: 900_000,
  }, async () => {
    const careful = await aCustomer()
    let running = true
    const submitting = (async () => {
      while (running) {
        await Promise.all([careful.submit('/api/reply'), careful.submit('/api/tts', 'Yes.')])
        await pause(500)
      }
    })()
    try {
      const replace = async (name: string) => {
        await fleet.leave(name, 'SIGKILL')
        await fleet.join(name)
      }
      // Each waits until its group has let the dead member go.
      await pMap(fleet.names, replace, { concurrency: 4 })
    } finally {
      // Else it would go on beneath the next try.
      running = false
      await submitting
    }
    await careful.allEnded()
    expect((await careful.rows()).filter(({ status }) => status !== 'completed')).toEqual([])
    await messages.allHeard()
    await expectAtRest(careful.customer, { disturbed: true, accepted: careful.jobIds })
  })
}
