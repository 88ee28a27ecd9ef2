import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { password } from '../../support/open-account.ts'
import { openGuarded } from '../../support/open-guarded.ts'
import { noSuchAccount } from '../../support/problems.ts'

const account = await closedAfterAll(openGuarded())
const turnOff = (email: string) =>
  account.internal('DELETE', `/internal/second-factors?${new URLSearchParams({ email })}`)

test('200: the password alone logs in, the audit names the operator, and the owner is told; a second time nothing', async () => {
  const { email, userId, address } = await account.guarded()
  expect((await turnOff(email.toUpperCase())).body).toEqual({ wasOn: true })
  expect((await account.logIn(email, password, address)).status).toBe(200)
  const notices = (await account.publish(userId)).map(({ data }) => (data as { notice?: object }).notice)
  expect(notices).toContainEqual({ kind: 'second-factor-changed', change: 'app-off' })
  const entries = await account.audit.page(userId, 10)
  expect(entries.find(({ action }) => action === 'second-factor-off')).toMatchObject({ actor: 'operator' })
  expect((await turnOff(email)).body).toEqual({ wasOn: false })
})

test('404 for an email that no account has', async () => {
  expect(await turnOff('nobody@example.com')).toMatchObject(noSuchAccount)
})
