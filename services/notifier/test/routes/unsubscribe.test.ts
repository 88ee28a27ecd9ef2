import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { unsubscribePath, unsubscribeToken } from '../../src/mails/unsubscribe-links.ts'
import { openWebhooks } from '../support/open-webhooks.ts'

const notifier = await closedAfterAll(openWebhooks())
const unknownLink = problem(404, 'This link is not one of ours', 'unknown_link')

/** As the client of a mailbox does it. */
const click = (token: string) => notifier.form('POST', `${unsubscribePath}${token}`, 'List-Unsubscribe=One-Click')

test('one POST turns the mails of that kind off, without a login, as often as it comes', async () => {
  const { userId } = await notifier.account()
  const token = unsubscribeToken(notifier.hash, userId, 'invoice-paid')
  for (let count = 0; count < 2; count++)
    expect(await click(token)).toMatchObject({ status: 200, body: { message: 'You get no more mails of this kind' } })
  expect((await notifier.choices.read(userId))?.withoutMail).toEqual(['invoice-paid'])
})

test('a program that looks through mails changes nothing by following the link', async () => {
  const { userId } = await notifier.account()
  const token = unsubscribeToken(notifier.hash, userId, 'invoice-paid')
  const { status, headers } = await notifier.form('GET', `${unsubscribePath}${token}`)
  expect([status, headers.location]).toEqual([
    302,
    'https://utter.example/account?unsubscribe=invoice-paid#notifications',
  ])
  expect(await notifier.choices.read(userId)).toBeNull()
})

test('404: a link of another account, of a kind that guards it, or of a deleted one', async () => {
  const [one, other] = [await notifier.account(), await notifier.account()]
  const token = unsubscribeToken(notifier.hash, one.userId, 'invoice-paid')
  const [, mac] = token.split('.')
  const forged = `${Buffer.from(`${other.userId} invoice-paid`).toString('base64url')}.${mac}`
  const guarded = unsubscribeToken(notifier.hash, one.userId, 'password-changed')
  for (const wrong of [forged, guarded, 'nonsense', '.', token.slice(0, -1)])
    expect(await click(wrong)).toMatchObject(unknownLink)
  await notifier.deleteAccount(one.userId)
  expect(await click(token)).toMatchObject(unknownLink)
})
