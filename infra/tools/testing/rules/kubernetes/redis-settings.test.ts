import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { pathOf } from './manifests.ts'

const folder = mkdtempSync(join(tmpdir(), 'redis-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The settings that a pod starts with. @param named the primary by the Sentinel of each pod that answers */
function settingsOf(pod: string, named: Record<string, string>) {
  const [bin, login] = [join(folder, 'bin'), join(folder, 'login')]
  for (const one of [bin, login]) mkdirSync(one, { recursive: true })
  const answers = Object.entries(named).map(([host, answer]) => `${host}.redis.test) echo '${answer}' ;;`)
  writeFileSync(join(bin, 'redis-cli'), `#!/bin/sh\ncase $2 in\n${answers.join('\n')}\n*) exit 1 ;;\nesac\n`)
  chmodSync(join(bin, 'redis-cli'), 0o755)
  writeFileSync(join(login, 'redis.conf'), 'requirepass secret\n')
  writeFileSync(join(login, 'sentinel.conf'), 'sentinel auth-pass utter secret\n')
  execFileSync('sh', [pathOf('components/stores/redis-settings.sh')], {
    env: { PATH: `${bin}:${process.env.PATH}`, NAME: pod, DOMAIN: 'redis.test', LOGIN: login, OUT: folder },
  })
  return ['redis.conf', 'sentinel.conf'].map((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n'))
}

test('at the first start the first pod is the primary, and the others are its replicas', () => {
  expect(settingsOf('redis-0', {})[0]).toEqual(['requirepass secret', 'replica-announce-ip redis-0.redis.test'])
  expect(settingsOf('redis-2', {})[0]).toContain('replicaof redis-0.redis.test 6379')
})

test('a pod that comes back follows the primary of now, and its Sentinel watches that one', () => {
  const [redis, sentinel] = settingsOf('redis-0', { 'redis-2': 'redis-1.redis.test' })
  expect(redis).toContain('replicaof redis-1.redis.test 6379')
  const monitor = sentinel?.indexOf('sentinel monitor utter redis-1.redis.test 6379 2') ?? -1
  expect(monitor).toBeGreaterThan(sentinel?.indexOf('sentinel resolve-hostnames yes') ?? 0)
  expect(sentinel?.indexOf('sentinel auth-pass utter secret')).toBeGreaterThan(monitor)
})

test('a primary that comes back before it was missed stays one', () => {
  const [redis] = settingsOf('redis-1', { 'redis-0': 'redis-1.redis.test' })
  expect(redis?.some((line) => line.startsWith('replicaof'))).toBe(false)
})

test('an answer that is no pod’s name counts for nothing', () => {
  const [redis] = settingsOf('redis-2', { 'redis-0': 'NOAUTH Authentication required.', 'redis-1': '10.0.0.1' })
  expect(redis).toContain('replicaof redis-0.redis.test 6379')
})
