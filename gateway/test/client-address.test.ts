import { identityHeader } from '@utter/http/identity'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { describe, expect, test } from 'vitest'
import { type Gateway, openGateway, statusOf } from './support/open-gateway.ts'

const proxy = '127.0.0.92'
const nobody = '127.0.0.93'

const gateway = await closedAfterAll(openGateway({ TRUSTED_PROXIES: `${proxy}/32` }))

const whole = /\r\n\r\n.*\}/s
const get = (to: Gateway, from: string, headers: string[]) =>
  to.raw(['GET /api/jobs HTTP/1.1', 'Host: localhost', ...headers, '', ''].join('\r\n'), { from, until: whole })

/** The address that the service is given for such a request. */
async function addressOf(from: string, headers: string[]): Promise<string> {
  gateway.asked.length = 0
  expect(statusOf(await get(gateway, from, headers))).toBe(200)
  const [, claims = ''] = String(gateway.asked[0]?.headers[identityHeader]).split('.')
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { address: string }).address
}
const anything = 'x'.repeat(8_000)

describe('behind a trusted proxy the client is', () => {
  test.each<[string, string[], string]>([
    ['whom the proxy names', ['192.0.2.7'], '192.0.2.7'],
    ['whom it names last, whatever the client wrote before', ['203.0.113.9, x, 192.0.2.7'], '192.0.2.7'],
    ['the same after a very long text', [`${anything}, 192.0.2.7`], '192.0.2.7'],
    ['the same where the client wrote a header of its own', ['203.0.113.9', '192.0.2.7'], '192.0.2.7'],
    ['not the proxy, though the client named it', [`${proxy}, 192.0.2.7`], '192.0.2.7'],
    ['an IPv6 address', ['2001:db8::7'], '2001:db8::7'],
    ['an IPv4 address that is written as IPv6', ['::ffff:192.0.2.7'], '192.0.2.7'],
    ['the same in its other form', ['::ffff:c000:207'], '192.0.2.7'],
    ['the proxy where it names nobody', [], proxy],
    ['the proxy for an empty text', [''], proxy],
    ['the proxy for a name', ['203.0.113.9, unknown'], proxy],
    ['the proxy for an address with its port', ['192.0.2.7:4711'], proxy],
    ['the proxy for a number', ['3221225991'], proxy],
    ['the proxy for a very long text', [anything], proxy],
  ])('%s', async (_name, lists, address) => {
    const headers = lists.map((list) => `X-Forwarded-For: ${list}`)
    expect(await addressOf(proxy, headers)).toBe(address)
    // The headers of any other sender are ignored.
    expect(await addressOf(nobody, headers)).toBe(nobody)
  })
  test.each([
    'X-Real-IP: 192.0.2.7',
    'Forwarded: for=192.0.2.7',
    'X-Client-IP: 192.0.2.7',
    'True-Client-IP: 192.0.2.7',
  ])('the proxy, by %s alone', async (header) => {
    expect(await addressOf(proxy, [header])).toBe(proxy)
    expect(await addressOf(nobody, [header])).toBe(nobody)
  })
  test('one visitor, however many texts that are no address the proxy passes on', async () => {
    await using strict = await openGateway({ TRUSTED_PROXIES: `${proxy}/32`, READS_PER_MINUTE: '2' })
    await strict.redis.del(`rate:read:address:${proxy}`)
    const statuses: number[] = []
    for (let i = 0; i < 3; i++) statuses.push(statusOf(await get(strict, proxy, [`X-Forwarded-For: 192.0.2.7:${i}`])))
    expect(statuses).toEqual([200, 200, 429])
  })
})
