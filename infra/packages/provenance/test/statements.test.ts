import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { makeSigningKey, signingKeys, signingKeysIn } from '../src/signing-keys.ts'
import { createStatements } from '../src/statements.ts'

const said = {
  ...{ v: 1 as const, kind: 'sound' as const, job: 'j', voice: 'one', textHash: 'a'.repeat(64) },
  ...{ sound: [{ bytes: 1, sha256: 'b'.repeat(64) }], at: '2030-01-01T00:00:00.000Z' },
}

test('a statement is the same text each time, and a published key verifies it without us', () => {
  const statements = createStatements(signingKeysIn(makeSigningKey()))
  const token = statements.sign(said)
  expect(statements.sign(said)).toBe(token)
  expect(statements.verify(token)).toEqual(said)
  const [header = '', payload = '', signature = ''] = token.split('.')
  const { kid, alg } = JSON.parse(Buffer.from(header, 'base64url').toString())
  expect(alg).toBe('EdDSA')
  const published = statements.keySet.keys.find((one) => one.kid === kid)
  const key = createPublicKey({ key: { ...published }, format: 'jwk' })
  const signed = (text: string) => verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
  expect([signed(`${header}.${payload}`), signed(`${header}.${payload}a`)]).toEqual([true, false])
  expect(JSON.stringify(statements.keySet)).not.toContain('"d"')
})

test('the first key signs, and those before it go on verifying, by their public half too', () => {
  const [old, fresh] = [makeSigningKey(), makeSigningKey()]
  const before = createStatements(signingKeysIn(old))
  const token = before.sign(said)
  const publicHalf = createPublicKey(before.keySet.keys.map((key) => ({ key, format: 'jwk' as const }))[0] as never)
    .export({ type: 'spki', format: 'der' })
    .toString('base64')
  for (const text of [`${fresh},${old}`, `${fresh}, ${publicHalf}`]) {
    const after = createStatements(signingKeysIn(text))
    expect(after.verify(token)).toEqual(said)
    expect(before.verify(after.sign(said))).toBe('unknown_key')
    expect(after.keySet.keys).toHaveLength(2)
  }
  expect(createStatements(signingKeysIn(fresh)).verify(token)).toBe('unknown_key')
})

const rsa = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  publicKeyEncoding: { type: 'spki', format: 'der' },
})
test.each([
  ['nothing', ''],
  ['no key', 'abc'],
  ['a key of another kind', rsa.privateKey.toString('base64')],
  ['an empty place after a comma', `${makeSigningKey()},`],
])('%s is refused at the start', (_, text) => {
  expect(z.safeParse(signingKeys, text).success).toBe(false)
})
