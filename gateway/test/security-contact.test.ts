import { expect, test } from 'vitest'
import { Config } from '../src/config.ts'
import { openGateway } from './support/open-gateway.ts'

const path = '/.well-known/security.txt'

test.each([
  ['security@utter.example', 'mailto:security@utter.example'],
  ['https://utter.example/report', 'https://utter.example/report'],
])('%s is where a weakness is reported, for some months', async (given, contact) => {
  await using gateway = await openGateway({ SECURITY_CONTACT: given })
  const response = await fetch(`${gateway.url}${path}`)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const text = await response.text()
  expect(text.endsWith('\n')).toBe(true)
  const fields = Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/s)),
  )
  expect(fields).toEqual({
    Contact: contact,
    Expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/),
    'Preferred-Languages': 'en',
    Canonical: expect.stringMatching(/^http.*\/\.well-known\/security\.txt$/),
  })
  const inDays = (Date.parse(fields.Expires ?? '') - Date.now()) / 86_400_000
  expect(inDays).toBeGreaterThan(80)
  expect(inDays).toBeLessThan(365)
})

test('a platform without a contact has no such file', async () => {
  await using gateway = await openGateway()
  expect((await fetch(`${gateway.url}${path}`)).status).toBe(404)
})

test.each([
  'nobody',
  'http://utter.example/report',
  'javascript:alert(1)',
  'a@utter.example\nContact: mailto:b@utter.example',
])('%j is no contact', (given) => {
  const { error } = Config.safeParse({ SECURITY_CONTACT: given })
  const faults = error?.issues.filter(({ path }) => path[0] === 'SECURITY_CONTACT').map(({ message }) => message)
  expect(faults).toEqual(['must be an email address, or an address with https://'])
})
