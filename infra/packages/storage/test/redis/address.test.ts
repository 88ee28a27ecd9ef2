import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@utter/runtime/read-config'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { parseRedisAddress, redisAddress } from '../../src/redis/address.ts'

const pem = join(mkdtempSync(join(tmpdir(), 'utter-pem-')), 'a.pem')
writeFileSync(pem, 'a certificate')
const content = Buffer.from('a certificate')

const one = { kind: 'standalone', hosts: [{ host: 'h', port: 6_379 }], db: 0 }
const two = [
  { host: 'a', port: 6_379 },
  { host: 'b', port: 6_380 },
]
const sentinels = [
  { host: 's1', port: 26_379 },
  { host: 's2', port: 26_380 },
]

test.each([
  ['a host', 'redis://h', one],
  ['a host and a port', 'redis://127.0.0.1:6380', { ...one, hosts: [{ host: '127.0.0.1', port: 6_380 }] }],
  ['an end', 'redis://h/', one],
  ['a database', 'redis://h:6379/2', { ...one, db: 2 }],
  ['a password', 'redis://:secret@h', { ...one, password: 'secret' }],
  ['a user', 'redis://u:a%20%40%2F%3A%2B@h', { ...one, username: 'u', password: 'a @/:+' }],
  ['an address by IPv6', 'redis://[::1]:6380', { ...one, hosts: [{ host: '::1', port: 6_380 }] }],
  ['TLS', 'rediss://default:p@master.utter.abc12.use1.cache.amazonaws.com:6379', { username: 'default', tls: {} }],
  ['an authority', `rediss://h?tlsCAFile=${pem}`, { ...one, tls: { ca: content } }],
  [
    'a certificate',
    `rediss://h/1?tlsCertificateFile=${pem}&tlsKeyFile=${pem}`,
    { ...one, db: 1, tls: { cert: content, key: content } },
  ],
  [
    'Sentinels',
    'redis+sentinel://u:p@s1,s2:26380/3?master=utter',
    { kind: 'sentinel', hosts: sentinels, master: 'utter', username: 'u', password: 'p', db: 3, sentinelLogin: {} },
  ],
  [
    'Sentinels with a login',
    'redis+sentinel://s1,s2:26380?master=utter&sentinelUsername=s&sentinelPassword=p%26+',
    { hosts: sentinels, sentinelLogin: { username: 's', password: 'p&+' } },
  ],
  [
    'Sentinels by TLS',
    `rediss+sentinel://s1?master=utter&tlsCAFile=${pem}`,
    { kind: 'sentinel', tls: { ca: content } },
  ],
  ['a Cluster', 'redis+cluster://:p@a,b:6380', { kind: 'cluster', hosts: two, password: 'p', db: 0 }],
  ['a Cluster and its only database', 'redis+cluster://a,b:6380/0', { kind: 'cluster', hosts: two }],
  [
    'a Cluster by TLS',
    'rediss+cluster://u:p@clustercfg.utter.abc12.memorydb.us-east-1.amazonaws.com:6379',
    { kind: 'cluster', tls: {}, username: 'u' },
  ],
])('an address with %s is read', (_, url, parts) => {
  expect(parseRedisAddress(url)).toMatchObject(parts)
})

const Config = z.object({ REDIS_URL: redisAddress })
const read = (REDIS_URL: string) => readConfig(Config, { REDIS_URL })

test.each([
  ['no protocol', 'hidden-1:6379', /must be an address of Redis/],
  ['another protocol', 'https://u:hidden-1@h', /must be an address of Redis/],
  ['another kind', 'redis+ring://u:hidden-1@h', /must be an address of Redis/],
  ['no host', 'redis://:hidden-1@', /must be an address of Redis/],
  ['a password with a sign that is not encoded', 'redis://u:hidden-1@home@h', /must be an address of Redis/],
  ['a password with a colon', 'redis://u:hidden-1:x@h', /has a : in its password/],
  ['a password with a lone %', 'redis://u:hidden-1%@h', /has a % in its user or password/],
  ['a user alone', 'redis://hidden-1@h', /has a user without a password/],
  ['several hosts of no kind', 'redis://:hidden-1@a,b', /has several hosts: say redis\+sentinel/],
  ['an empty host', 'redis+cluster://:hidden-1@a,', /has a host or a port that cannot be/],
  ['no such port', 'redis://:hidden-1@h:65536', /has a host or a port that cannot be/],
  ['a name for a database', 'redis://:hidden-1@h/utter', /has a path that is no number/],
  ['another database of a Cluster', 'redis+cluster://:hidden-1@a/1', /has a database other than 0/],
  ['an option that there is not', 'redis://:hidden-1@h?family=6', /has a parameter that there is not: this form knows/],
  ['a master of a Cluster', 'redis+cluster://a?master=hidden-1', /has a parameter that there is not/],
  ['no master', 'redis+sentinel://:hidden-1@s1', /has Sentinels, but no master/],
  ['an empty master', 'redis+sentinel://:hidden-1@s1?master=', /has an empty master/],
  ['two masters', 'redis+sentinel://s1?master=hidden-1&master=b', /has master twice/],
  ["half a Sentinel's login", 'redis+sentinel://s1?master=m&sentinelUsername=hidden-1', /without a sentinelPassword/],
  ['files for no TLS', `redis://:hidden-1@h?tlsCAFile=${pem}`, /has files for TLS, but a protocol without it/],
  ['a file that is not there', 'rediss://h?tlsCAFile=/hidden-1', /has a tlsCAFile that cannot be read \(ENOENT\)/],
  ['a certificate without its key', `rediss://:hidden-1@h?tlsCertificateFile=${pem}`, /has only one of/],
])('an address with %s is refused with the reason, and none of it is shown', (_, url, sentence) => {
  expect(() => read(url)).toThrow(sentence)
  expect(() => read(url)).not.toThrow(/hidden-1/)
})
