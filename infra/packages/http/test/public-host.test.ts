import { expect, test } from 'vitest'
import { isPublicAddress, mayBePublic } from '../src/public-host.ts'

test.each([
  'http://127.0.0.1:6379/',
  'http://127.1/',
  'http://0x7f000001/',
  'http://2130706433/',
  'http://0177.0.0.1/',
  'http://127.0.0.1./',
  'http://①②⑦.0.0.1/',
  'http://0.0.0.0/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://100.64.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:8.8.8.8]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://[fc00::1]/',
  'http://[fd00:ec2::254]/',
  'http://[ff02::1]/',
  'http://[2001:db8::1]/',
  'http://localhost:3000/',
  'http://LOCALHOST./',
  'http://a.localhost/',
  'http://metadata.google.internal/',
  'http://printer.local/',
  'http://mongo/',
])('%s leads inside', (url) => {
  expect(mayBePublic(new URL(url))).toBe(false)
})

test.each([
  'https://hooks.example.com/utter',
  'https://8.8.8.8/',
  'https://172.32.0.1/',
  'https://[2606:4700:4700::1111]/',
  'https://пример.рф/',
  'https://example.com./',
])('%s may lead outside', (url) => {
  expect(mayBePublic(new URL(url))).toBe(true)
})

test('what is no address is no public one', () => {
  expect(['', 'x', '1.2.3', '1.2.3.4.5', 'localhost'].filter(isPublicAddress)).toEqual([])
})
