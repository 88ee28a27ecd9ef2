import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { hashPassword, isPassword } from '../../src/domain/passwords.ts'

test('a password is right for its own hash alone, and none is for an account that does not exist', async () => {
  const own = await hashPassword('a long password')
  expect(await isPassword(own, 'a long password')).toBe(true)
  expect(await isPassword(own, 'another password')).toBe(false)
  expect(await isPassword(undefined, 'the password of no account')).toBe(false)
})

test('four are compared at once and 64 wait: one more is refused', async () => {
  const cheap = await hash('a long password', { memoryCost: 8, timeCost: 1 })
  const compare = () => isPassword(cheap, 'a long password')
  const all = await Promise.allSettled(Array.from({ length: 69 }, compare))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(68)
  expect(all.at(-1)).toMatchObject({ status: 'rejected', reason: { status: 503 } })
})
