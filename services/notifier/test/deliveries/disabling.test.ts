import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { openReceiver, type Receiver, status } from '../support/open-receiver.ts'
import { openWebhooks } from '../support/open-webhooks.ts'

const webhooks = await closedAfterAll(openWebhooks())

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const settings = async (token: string) => (await webhooks.request('GET', '/api/settings/webhook', token)).body
const statesOf = (userId: string) =>
  webhooks.published
    .filter((one) => one.userId === userId && one.event.type === 'webhook-state')
    .map(({ data }) => data)
const once = (times: number) => (one: { attempted: number; leasedUntil?: Date }) =>
  one.attempted >= times && !one.leasedUntil

test('410 disables the webhook at once: what is pending stops, nothing more is sent, and its state says why', async () => {
  await using receiver = await openReceiver(status(500))
  const { userId, token } = await webhooks.account(receiver.url)
  const pending = await webhooks.finish(userId)
  await webhooks.delivery(userId, pending, once(1))
  receiver.answers(status(410))
  const disabledAt = webhooks.clock.now().toISOString()
  const gone = await webhooks.finish(userId)
  expect(await webhooks.delivery(userId, gone, once(1))).toMatchObject({ status: 'failed', attempted: 1 })
  await webhooks.delivery(userId, pending, (one) => one.status === 'stopped' && one.reason === 'disabled')
  expect(await settings(token)).toMatchObject({ disabledAt, disabledReason: 'gone', webhookUrl: receiver.url })
  expect(statesOf(userId).at(-1)).toEqual({ webhookUrl: receiver.url, disabledAt, disabledReason: 'gone' })
  const later = await webhooks.finish(userId)
  expect(await webhooks.delivery(userId, later, () => true)).toMatchObject({ status: 'stopped', reason: 'disabled' })
  webhooks.move(2 * dayMs)
  expect(receiver.received).toHaveLength(2)
})

test('the address set again enables it', async () => {
  await using receiver = await openReceiver(status(410))
  const { userId, token } = await webhooks.account(receiver.url)
  await webhooks.delivery(userId, await webhooks.finish(userId), once(1))
  await expect.poll(() => settings(token)).toMatchObject({ disabledReason: 'gone' })
  receiver.answers(status(200))
  await webhooks.setUrl(token, receiver.url)
  expect(await settings(token)).toMatchObject({ disabledAt: null, disabledReason: null, failingSince: null })
  expect(statesOf(userId).at(-1)).toEqual({ webhookUrl: receiver.url })
  await webhooks.delivery(userId, await webhooks.finish(userId), (one) => one.status === 'delivered')
})

test('410 to the address of a job ends that delivery alone', async () => {
  await using own = await openReceiver(status(410))
  await using receiver = await openReceiver()
  const { userId, token } = await webhooks.account(receiver.url)
  const jobId = await webhooks.finish(userId, { webhookUrl: own.url })
  expect(await webhooks.delivery(userId, jobId, once(1))).toMatchObject({ status: 'failed', attempted: 1 })
  await webhooks.delivery(userId, await webhooks.finish(userId), (one) => one.status === 'delivered')
  expect(await settings(token)).toMatchObject({ disabledAt: null })
})

/** An account to whose webhook a try fails whenever the test says so. */
async function failing(receiver: Receiver) {
  const { userId, token } = await webhooks.account(receiver.url)
  const failOnce = async () => void (await webhooks.delivery(userId, await webhooks.finish(userId), once(1)))
  return { userId, token, failOnce }
}

test('five days in which every try fails disable it, one delivery between begins them anew', async () => {
  await using receiver = await openReceiver(status(500))
  const { userId, token, failOnce } = await failing(receiver)
  for (let day = 0; day < 4; day++) {
    await failOnce()
    webhooks.move(dayMs)
  }
  await failOnce()
  receiver.answers(status(200))
  const good = await webhooks.finish(userId)
  await webhooks.delivery(userId, good, (one) => one.status === 'delivered')
  await expect.poll(() => settings(token)).toMatchObject({ failingSince: null })
  receiver.answers(status(500))
  webhooks.move(hourMs)
  const failingSince = webhooks.clock.now().toISOString()
  for (const days of [2, 1, 2]) {
    await failOnce()
    await expect.poll(() => settings(token)).toMatchObject({ failingSince })
    webhooks.move(days * dayMs - (days === 1 ? hourMs : 0))
  }
  await failOnce()
  expect(await settings(token)).toMatchObject({ failingSince, disabledAt: null })
  webhooks.move(hourMs)
  // It, or a later try of one before it, is the last.
  await webhooks.finish(userId)
  await expect.poll(() => settings(token)).toMatchObject({ failingSince, disabledReason: 'failing' })
  expect(statesOf(userId).at(-1)).toMatchObject({ disabledReason: 'failing' })
})

test('its owner is told at 50, 70 and 90 % of the five days, once each, and anew after a delivery', async () => {
  await using receiver = await openReceiver(status(500))
  const { userId, token, failOnce } = await failing(receiver)
  const told = () => {
    const causes = webhooks.published.filter((one) => one.userId === userId && one.event.type === 'notice-made')
    return [...new Set(causes.map(({ data }) => JSON.stringify(data)))].map((text) => JSON.parse(text).notice.percent)
  }
  await failOnce()
  const expected: number[] = []
  for (const [hours, percent] of [
    [59, undefined],
    [2, 50],
    [2, undefined],
    [22, 70],
    [24, 90],
  ] as const) {
    webhooks.move(hours * hourMs)
    await failOnce()
    if (percent) expected.push(percent)
    await expect.poll(() => [...new Set(told())]).toEqual(expected)
  }
  expect((await webhooks.endpoints.read(userId))?.warnedPercent).toBe(90)
  receiver.answers(status(200))
  await webhooks.delivery(userId, await webhooks.finish(userId), (one) => one.status === 'delivered')
  await expect.poll(() => settings(token)).toMatchObject({ failingSince: null })
  expect(await webhooks.endpoints.read(userId)).not.toHaveProperty('warnedPercent')
})

test('failures on fewer than three of five days do not disable it, however long ago the last delivery was', async () => {
  await using receiver = await openReceiver(status(500))
  const { userId, token, failOnce } = await failing(receiver)
  await failOnce()
  // Later tries of one delivery are due as well, so each time there are several.
  for (const days of [7, 1, 5, 1]) {
    webhooks.move(days * dayMs)
    await failOnce()
    expect(await settings(token)).toMatchObject({ disabledAt: null })
  }
  webhooks.move(dayMs)
  // A later try of one before it may be the last: then it is stopped before its own.
  await webhooks.finish(userId)
  await expect.poll(() => settings(token)).toMatchObject({ disabledReason: 'failing' })
})

test('a try that ends after its address was replaced says nothing of the new one', async () => {
  await using old = await openReceiver(() => {})
  await using receiver = await openReceiver()
  const { userId, token } = await webhooks.account(old.url)
  const jobId = await webhooks.finish(userId)
  await expect.poll(() => old.received.length).toBe(1)
  old.answers(status(410))
  await webhooks.setUrl(token, receiver.url)
  await webhooks.delivery(userId, jobId, once(1))
  expect(await settings(token)).toMatchObject({ webhookUrl: receiver.url, failingSince: null, disabledAt: null })
  // The next try goes to the new address.
  webhooks.move(6_000)
  await webhooks.delivery(userId, jobId, (one) => one.status === 'delivered' && one.url === receiver.url)
})

test('without its address what is pending for it ends when it is due, and a job’s own address goes on', async () => {
  await using receiver = await openReceiver(status(500))
  const { userId, token } = await webhooks.account(receiver.url)
  const [mine, own] = [await webhooks.finish(userId), await webhooks.finish(userId, { webhookUrl: receiver.url })]
  for (const jobId of [mine, own]) await webhooks.delivery(userId, jobId, once(1))
  await webhooks.setUrl(token, null)
  webhooks.move(6_000)
  expect(await webhooks.delivery(userId, mine, (one) => one.status === 'stopped')).toMatchObject({ reason: 'removed' })
  await webhooks.delivery(userId, own, once(2))
})
