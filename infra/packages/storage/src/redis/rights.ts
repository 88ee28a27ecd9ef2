import { createHash } from 'node:crypto'
import { credentialPrefix } from '@utter/contracts/credential'
import { settingKey, versionKey, voiceLanguagesKey, voiceNamesKey, voicesHeardKey } from '@utter/contracts/settings'
import { changedKeysChannel } from './watched-keys.ts'

/** Processes that speak to Redis, each as the user of its name, and the operator's commands. */
export const redisUsers = ['gateway', 'account', 'jobs', 'chat', 'speech', 'operator'] as const
export type RedisUser = (typeof redisUsers)[number]
export const isRedisUser = (name: string): name is RedisUser => (redisUsers as readonly string[]).includes(name)

/** Patterns of keys, by what is done with them: each key of a script counts as read and written. */
type Rights = {
  reads?: string[]
  writes?: string[]
  readsAndWrites?: string[]
  channels?: string[]
  commands: string[]
}

/** Commands of a connection itself, of whichever kind of server, and of a check of its clock. */
const ofEach = [
  ...['ping', 'info', 'hello', 'auth', 'select', 'time', 'client|id'],
  ...['cluster|slots', 'cluster|info', 'readonly', 'readwrite'],
]
const ofScripts = ['eval', 'evalsha']
const ofTracking = ['client|tracking', 'subscribe', 'unsubscribe']
/** Counts of a UTC day and month. */
const counts = { keys: ['day:*', 'month:*'], commands: [...ofScripts, 'get', 'exists', 'incrby', 'decrby', 'expire'] }
const voices = [voiceLanguagesKey, voiceNamesKey, voicesHeardKey]

/**
 * The rights of each process in Redis, and no more: a key that a process begins to use is added here. No other process can write copies of
 * credentials than account.
 */
export const redisRights: Record<RedisUser, Rights> = {
  gateway: {
    reads: [`${credentialPrefix}*`],
    writes: [settingKey('localToken')],
    readsAndWrites: ['rate:*'],
    channels: [changedKeysChannel],
    commands: [
      ...ofScripts,
      ...ofTracking,
      ...['get', 'set', 'incr', 'decr', 'pttl', 'pexpire', 'zadd', 'zrem', 'zcard', 'zrange', 'zremrangebyscore'],
    ],
  },
  account: {
    reads: [settingKey('*')],
    writes: ['proof:*'],
    readsAndWrites: [`${credentialPrefix}*`, 'attempts:*', '{attempts:*', 'seen:*', 'once:*'],
    commands: [...ofScripts, 'get', 'set', 'getdel', 'exists', 'incr', 'decr', 'pttl', 'expire'],
  },
  jobs: {
    reads: [versionKey('*'), ...voices],
    writes: ['free-network:of:*'],
    readsAndWrites: counts.keys,
    commands: [...counts.commands, 'set'],
  },
  chat: {
    reads: ['free-network:of:*'],
    writes: [
      ...(['chatModelKey', 'chatModel', 'chatModelClass'] as const).map(settingKey),
      ...[versionKey('chat'), 'reply:*', 'replies'],
    ],
    readsAndWrites: counts.keys,
    commands: [...counts.commands, 'set', 'rpush', 'lpush', 'ltrim', 'pexpire', 'multi', 'exec'],
  },
  speech: {
    reads: ['reply:*'],
    writes: [
      ...(['speechModel', 'speechProviderKey', 'sharedSecret'] as const).map(settingKey),
      ...[versionKey('speech'), ...voices],
    ],
    readsAndWrites: ['replies', 'live:*', '{live:*', 'ahead:*', 'speech:slots:*'],
    commands: [
      ...ofScripts,
      ...['get', 'set', 'del', 'exists', 'pexpire', 'lpop', 'lrange', 'hset', 'hmget', 'hdel', 'xadd', 'xrange'],
      ...['zadd', 'zrem', 'zcard', 'zscore', 'zremrangebyscore'],
    ],
  },
  // A restore removes the copies of credentials; the doctor writes a key of its own.
  operator: {
    writes: [`${credentialPrefix}*`],
    readsAndWrites: ['doctor:*'],
    channels: [changedKeysChannel],
    commands: [...ofTracking, 'set', 'del', 'unlink', 'scan'],
  },
}

/** The rights of a user in the words of Redis' access control lists (from 7.0 on), which give nothing else. */
export function aclOf(user: RedisUser): string[] {
  const { reads = [], writes = [], readsAndWrites = [], channels = [], commands } = redisRights[user]
  return [
    ...readsAndWrites.map((pattern) => `~${pattern}`),
    ...reads.map((pattern) => `%R~${pattern}`),
    ...writes.map((pattern) => `%W~${pattern}`),
    ...channels.map((channel) => `&${channel}`),
    ...[...new Set([...ofEach, ...commands])].map((command) => `+${command}`),
  ]
}

/** A user as the settings of Redis and `ACL SETUSER` have it, with the hash of its password. */
export const userOf = (user: RedisUser, password: string): string[] => [
  user,
  'reset',
  'on',
  `#${createHash('sha256').update(password).digest('hex')}`,
  ...aclOf(user),
]
