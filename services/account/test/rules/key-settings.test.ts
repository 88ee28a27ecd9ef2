import type { ChangeApiKey } from '@utter/contracts/http/account/api-keys'
import { expect, test } from 'vitest'
import { changedFields, changedSettings, isWider, type KeySettings } from '../../src/domain/api-keys/key-settings.ts'

const [earlier, now] = [new Date('2026-03-20T11:00:00Z'), new Date('2026-03-20T12:00:00Z')]
const bound: KeySettings = { name: 'a key', networks: ['10.0.0.0/8', '192.0.2.7'], rate: 5, monthlyCap: 6 }
const free: KeySettings = { name: 'a key' }
const paused: KeySettings = { ...free, pausedAt: earlier }

test.each<[string, KeySettings, ChangeApiKey, KeySettings, string[], boolean]>([
  ['nothing', bound, {}, bound, [], false],
  ['what it has', bound, { name: 'a key', rate: 5, monthlyCap: 6, isPaused: false }, bound, [], false],
  ['a name', free, { name: ' another ' }, { name: 'another' }, ['name'], false],
  ['a lower rate', bound, { rate: 4 }, { ...bound, rate: 4 }, ['rate'], false],
  ['a higher rate', bound, { rate: 6 }, { ...bound, rate: 6 }, ['rate'], true],
  ['a first rate', free, { rate: 6 }, { ...free, rate: 6 }, ['rate'], false],
  ['a lower cap', bound, { monthlyCap: 5 }, { ...bound, monthlyCap: 5 }, ['monthlyCap'], false],
  ['a higher cap', bound, { monthlyCap: 7 }, { ...bound, monthlyCap: 7 }, ['monthlyCap'], true],
  [
    'no limits',
    bound,
    { rate: null, monthlyCap: null, networks: null },
    free,
    ['networks', 'rate', 'monthlyCap'],
    true,
  ],
  ['no rate', { name: 'a key', rate: 5 }, { rate: null }, free, ['rate'], true],
  ['no cap', { name: 'a key', monthlyCap: 5 }, { monthlyCap: null }, free, ['monthlyCap'], true],
  ['no limits where there are none', free, { rate: null, monthlyCap: null, networks: [] }, free, [], false],
  ['fewer networks', bound, { networks: ['192.0.2.7'] }, { ...bound, networks: ['192.0.2.7'] }, ['networks'], false],
  ['another network', bound, { networks: ['192.0.2.8'] }, { ...bound, networks: ['192.0.2.8'] }, ['networks'], true],
  ['a first network', free, { networks: ['192.0.2.8'] }, { ...free, networks: ['192.0.2.8'] }, ['networks'], false],
  ['an empty list of networks', { ...free, networks: ['192.0.2.8'] }, { networks: [] }, free, ['networks'], true],
  ['a pause', free, { isPaused: true }, { ...free, pausedAt: now }, [], false],
  ['a pause where it is paused', paused, { isPaused: true }, paused, [], false],
  ['a name while it is paused', paused, { name: 'another' }, { ...paused, name: 'another' }, ['name'], false],
  ['the end of a pause', paused, { isPaused: false }, free, [], true],
])('a key that is given %s', (_name, before, change, expected, fields, wider) => {
  const after = changedSettings(before, change, now)
  expect(after).toStrictEqual(expected)
  expect([changedFields(before, after), isWider(before, after)]).toEqual([fields, wider])
})
