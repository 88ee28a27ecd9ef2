import { expect, test } from 'vitest'
import { createSealedSecrets } from '../../src/domain/sealed-secrets.ts'
import { newSecret } from '../../src/domain/signature.ts'

const [first, second] = [
  'the first key of this test, of 32 characters',
  'the second key of this test, of 32 characters',
]
const secret = newSecret()

test('a sealed secret is opened for its account alone, and no two of the same look alike', () => {
  const sealed = createSealedSecrets([first])
  const [one, two] = [sealed.seal('ada', secret), sealed.seal('ada', secret)]
  expect([sealed.open('ada', one), sealed.open('ada', two)]).toEqual([secret, secret])
  expect(one).toMatch(/^sealed:[0-9a-f]{8}:/)
  expect(one).not.toBe(two)
  expect(one).not.toContain(secret.slice(6))
  expect(() => sealed.open('bob', one)).toThrow()
})

test('a text that was changed is not opened', () => {
  const sealed = createSealedSecrets([first])
  const one = sealed.seal('ada', secret)
  const at = one.length - 20
  expect(() => sealed.open('ada', `${one.slice(0, at)}${one[at] === 'A' ? 'B' : 'A'}${one.slice(at + 1)}`)).toThrow()
  expect(() => sealed.open('ada', one.slice(0, 30))).toThrow()
})

test('while a key is replaced both open, and the first seals what is written next', () => {
  const before = createSealedSecrets([first]).seal('ada', secret)
  const both = createSealedSecrets([second, first])
  expect(both.open('ada', before)).toBe(secret)
  const renewed = both.renew('ada', before)
  expect(both.renew('ada', renewed)).toBe(renewed)
  expect(createSealedSecrets([second]).open('ada', renewed)).toBe(secret)
  expect(() => createSealedSecrets([second]).open('ada', before)).toThrow('WEBHOOK_SECRETS_KEY lacks the key')
})

test('a secret that was stored as it is signs on, and is sealed when it is next written; without a key it stays', () => {
  const sealed = createSealedSecrets([first])
  expect(sealed.open('ada', secret)).toBe(secret)
  expect(sealed.open('ada', sealed.renew('ada', secret))).toBe(secret)
  expect(sealed.renew('ada', secret)).not.toContain(secret)
  expect(createSealedSecrets().renew('ada', secret)).toBe(secret)
})

test('what the first key has sealed is a range of texts, and nothing else is in it', () => {
  const sealed = createSealedSecrets([first, second])
  const { from = '', to = '' } = sealed.byFirstKey ?? {}
  const isWithin = (text: string) => from <= text && text < to
  expect(Array.from({ length: 20 }, () => isWithin(sealed.seal('ada', secret)))).not.toContain(false)
  expect([createSealedSecrets([second]).seal('ada', secret), secret].map(isWithin)).toEqual([false, false])
  expect(createSealedSecrets().byFirstKey).toBeUndefined()
})
