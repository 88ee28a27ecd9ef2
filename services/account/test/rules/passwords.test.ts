import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { comparePassword, hashPassword } from '../../src/domain/passwords.ts'

test('a password is right for its own hash alone, and none is for an account that does not exist', async () => {
  const own = await hashPassword('a long password')
  expect(await comparePassword(own, 'a long password')).toBe('right')
  expect(await comparePassword(own, 'another password')).toBe('wrong')
  expect(await comparePassword(undefined, 'the password of no account')).toBe('wrong')
})

const typed = 'Grüße-ﬁn-été-ｗｉｄｅ'
const forms = [typed.normalize('NFC'), typed.normalize('NFD'), typed.normalize('NFKC'), typed.normalize('NFKD')]
test('a password is the same in every Unicode form', async () => {
  const own = await hashPassword(typed)
  for (const form of forms) expect(await comparePassword(own, form)).toBe('right')
  expect(await comparePassword(own, 'Grusse-fin-ete-wide')).toBe('wrong')
})

test('a hash of a password as it was typed goes on to be right for it, and is outdated', async () => {
  const earlier = await hash(typed.normalize('NFD'))
  expect(await comparePassword(earlier, typed.normalize('NFD'))).toBe('outdated')
  expect(await comparePassword(earlier, `${typed}!`)).toBe('wrong')
  expect(await comparePassword(await hash(typed.normalize('NFKC')), typed.normalize('NFD'))).toBe('right')
})

test('four are compared at once and 64 wait: one more is refused', async () => {
  const cheap = await hash('a long password', { memoryCost: 8, timeCost: 1 })
  const compare = () => comparePassword(cheap, 'a long password')
  const all = await Promise.allSettled(Array.from({ length: 69 }, compare))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(68)
  expect(all.at(-1)).toMatchObject({ status: 'rejected', reason: { status: 503 } })
})
