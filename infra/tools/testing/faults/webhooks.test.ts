import { existsSync } from 'node:fs'
import type { DeliveryView } from '@utter/contracts/http/webhooks'
import type { RetryingCustomer } from '@utter/testing/customers/retrying-customer'
import { eventually } from '@utter/testing/eventually'
import { arm } from '@utter/testing/faults/failpoints'
import { openWebhookReceiver, type WebhookReceiver, withWebhook } from '@utter/testing/faults/webhook-receiver'
import { expectAtRest } from '@utter/testing/invariants/checker'
import { ownPlatform } from '@utter/testing/setup/provided'
import { startReplica } from '@utter/testing/setup/replica'
import { expect, test } from 'vitest'

const { url } = ownPlatform()

/** All deliveries of the account, once each is delivered. */
const delivered = (careful: RetryingCustomer) =>
  eventually(
    'every end of a job is delivered',
    async () => {
      const { status, body } = await careful.customer.get('/api/webhooks/deliveries')
      const deliveries = body as DeliveryView[]
      const all = status === 200 && deliveries.length === careful.jobIds.length
      return all && deliveries.every((one) => one.status === 'delivered') && deliveries
    },
    150_000,
  )

/** Each job arrived under one id, with the same bytes each time. @param maxTwice how many deaths may have hidden an answer */
function expectReceived({ received }: WebhookReceiver, careful: RetryingCustomer, maxTwice: number): void {
  const all = [...received.values()]
  expect(all.map(({ jobId }) => jobId).sort()).toEqual([...careful.jobIds].sort())
  for (const { bodies } of all) expect(new Set(bodies).size).toBe(1)
  expect(all.reduce((sum, { bodies }) => sum + bodies.length - 1, 0)).toBeLessThanOrEqual(maxTwice)
}

test('notifier dies at each failpoint of a delivery: each webhook arrives under one id, twice only where the answer was hidden', async () => {
  await using receiver = await openWebhookReceiver()
  const careful = await withWebhook(url, receiver)
  const failpoints = ['webhook-leased', 'webhook-answered', 'webhook-recorded', 'handled', 'relayed']
  for (const failpoint of failpoints) {
    const file = arm('notifier', failpoint)
    for (let i = 0; i < 3; i++) await careful.submit('/api/tts', 'Yes.')
    await eventually(`it has died at ${failpoint}`, () => !existsSync(file))
  }
  await careful.allEnded()
  await delivered(careful)
  // Sixteen are in flight at most when it dies.
  expectReceived(receiver, careful, 16 * failpoints.length)
  await eventually('jobs knows of each', async () => {
    const jobs = await Promise.all(careful.jobIds.map((id) => careful.customer.job(id)))
    return jobs.every(({ webhookDelivered, webhookAttempts }) => webhookDelivered && webhookAttempts > 0)
  })
  await expectAtRest(careful.customer)
})

test('two replicas share the deliveries: without a death each arrives once, and what one held when it was killed the other sends', async () => {
  await using receiver = await openWebhookReceiver()
  const careful = await withWebhook(url, receiver)
  await using second = await startReplica('notifier')
  for (let i = 0; i < 40; i++) await careful.submit('/api/tts', 'Yes.')
  await careful.allEnded()
  await delivered(careful)
  expectReceived(receiver, careful, 0)
  // From now on the first try of each has no answer, until the second replica is no more. A second silence would be followed by five minutes.
  receiver.answers((response) => {
    const tries = receiver.received.get(String(response.req.headers['webhook-id']))?.bodies.length ?? 0
    if (tries > 1) response.end()
  })
  const answered = receiver.requests.length
  for (let i = 0; i < 20; i++) await careful.submit('/api/tts', 'Yes.')
  await eventually('both hold some', () => receiver.received.size >= 50)
  await second.stop('SIGKILL')
  const silent = receiver.requests.length - answered
  receiver.recovers()
  await delivered(careful)
  expectReceived(receiver, careful, silent)
})
