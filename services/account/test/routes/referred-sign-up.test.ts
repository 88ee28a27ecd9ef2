import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import type { User } from '../../src/domain/user.ts'
import { createSightings } from '../../src/store/sightings.ts'
import { anEmail, openAccount, password, realCode, referrer } from '../support/open-account.ts'

const account = await closedAfterAll(openAccount())
let last = Math.floor(Math.random() * 2 ** 20)
/** The beginning of a network of its own, of IPv4 and of IPv6. */
const networks = () => {
  last++
  const [a, b] = [(last >> 8) & 0xff, last & 0xff]
  return { v4: `10.${a}.${b}`, v6: `2001:db8:${a.toString(16)}:${b.toString(16).padStart(2, '0')}` }
}
/** Whether an account from there is referred by the code. */
async function isReferred(address: string): Promise<boolean> {
  const { status } = await account.signUp(address, { referralCode: realCode })
  expect(status).toBe(201)
  return 'referredBy' in (account.relayed.at(-1) as User)
}

test('a friend from another network has the code, and one from that of the referrer’s login has not', async () => {
  const { v4, v6 } = networks()
  expect(await isReferred(`${v4}.7`)).toBe(true)
  await account.sightings.add(referrer, `${v4}.1`)
  await account.sightings.add(referrer, `${v6}01::1`)
  expect(await Promise.all([`${v4}.7`, `::ffff:${v4}.8`].map(isReferred))).not.toContain(true)
  expect([await isReferred(`${v6}ff::9`), await isReferred(`${networks().v6}01::9`)]).toEqual([false, true])
  expect(await isReferred(`${networks().v4}.1`)).toBe(true)
})

test('a sign-up and a login are noted, under nothing that can be read, for a day', async () => {
  const { v4 } = networks()
  const email = anEmail()
  const { body } = await account.signUp(`${v4}.1`, { email })
  const later = networks()
  expect(await account.sightings.has(body.user.id, `${later.v4}.1`)).toBe(false)
  await account.logIn(email, password, `${later.v4}.1`)
  expect(await account.sightings.has(body.user.id, `${v4}.200`)).toBe(true)
  expect(await account.sightings.has(body.user.id, `${later.v4}.200`)).toBe(true)
  const keys = await account.redis.keys('seen:*')
  expect(keys.filter((key) => key.includes(v4) || key.includes(body.user.id))).toEqual([])
  const lifetimes = await Promise.all(keys.map((key) => account.redis.ttl(key)))
  expect(Math.max(...lifetimes)).toBeLessThanOrEqual(24 * 3_600)
  expect(Math.min(...lifetimes)).toBeGreaterThan(0)
})

test('with 0 hours no network is remembered', async () => {
  const off = createSightings(account.redis, (text) => text, 0)
  await off.add('somebody', '10.0.0.1')
  expect(await off.has('somebody', '10.0.0.1')).toBe(false)
})
