import { expect, test } from 'vitest'
import { networkOf, networksOf, plainAddress } from '../src/network-of.ts'

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::', '2001:db8:1:3::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
  ['', ''],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('an IPv6 address counts in the networks that its subscriber may have, with more room in the larger ones', () => {
  expect(networksOf('2001:db8:1:ab12:3:4:5:6')).toEqual([
    { network: '2001:db8:1:ab12::/64', times: 1 },
    { network: '2001:db8:1:ab00::/56', times: 4 },
    { network: '2001:db8:1::/48', times: 16 },
  ])
  for (const address of ['127.0.0.1', 'unknown']) expect(networksOf(address)).toEqual([{ network: address, times: 1 }])
  expect(networksOf('::ffff:10.1.2.3')).toEqual([{ network: '10.1.2.3', times: 1 }])
})

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['::ffff:a01:203', '10.1.2.3'],
  ['2001:DB8::1', '2001:db8::1'],
  ['unknown', 'unknown'],
])('%s is shown as %s', (address, plain) => {
  expect(plainAddress(address)).toBe(plain)
})
