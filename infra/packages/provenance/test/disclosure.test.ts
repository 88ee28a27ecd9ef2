import { expect, test } from 'vitest'
import { disclosureOf } from '../src/disclosure.ts'
import { sha256Of } from '../src/sound-runs.ts'

test('a dictionary of structured fields, with what is known', () => {
  expect(disclosureOf({})).toBe('mode=machine-generated')
  const textHash = sha256Of('')
  expect(disclosureOf({ job: 'j-1', provider: 'local', voice: 'a "b" \\', textHash })).toBe(
    'mode=machine-generated, provider="local", job="j-1", voice="a \\"b\\" \\\\", text-sha256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:',
  )
})

test('a name that no header can carry is left out', () => {
  for (const voice of ['Zoë', 'a\r\nset-cookie: b', '声'])
    expect(disclosureOf({ voice })).toBe('mode=machine-generated')
})
