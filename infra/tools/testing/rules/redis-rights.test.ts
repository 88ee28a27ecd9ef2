import { join } from 'node:path'
import { scopes } from '@utter/contracts/credential'
import { allParts, variablesOf } from '@utter/local/processes/processes'
import { repoDir } from '@utter/local/settings'
import { aclOf, redisRights, redisUsers } from '@utter/storage/redis/rights'
import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

const head = `#!/bin/sh
# Made by rules/redis-rights from the keys and commands of each process.
# Prints a line for each user of Redis (7.0 or newer), as its settings and its file of users have it: infra/operating/redis.md.
# The passwords are in the environment, and leave it as hashes alone: arguments are for all users of the machine to read.
set -eu
hash_of() {
  printf %s "$1" | sha256sum | cut -d ' ' -f 1
}
if [ -z "$(hash_of x)" ]; then
  echo "This needs sha256sum." >&2
  exit 69
fi
`

const user = (name: (typeof redisUsers)[number]) => {
  const password = `${name.toUpperCase()}_REDIS_PASSWORD`
  return `
: "\${${password}:?is not set}"
echo "user ${name} reset on #$(hash_of "$${password}")" '${aclOf(name).join(' ')}'
`
}

test('the script that gives each process its rights in Redis is made from the keys and commands of each', async () => {
  const script = head + redisUsers.map(user).join('')
  await expect(script).toMatchFileSnapshot(join(repoDir, 'infra/operating/redis-rights.sh'))
})

test('each process that is given an address of Redis is a user of it', () => {
  const readers = Object.keys(allParts).filter((name) => variablesOf(name).includes('REDIS_URL'))
  expect([...readers, 'operator'].sort()).toEqual([...redisUsers].sort())
})

/** The users whose code a file is: that of the packages is any process's. */
const usersOf = (path: string) => {
  const own = redisUsers.filter((name) => new RegExp(`^(services/|infra/tools/)?${name}/src/`).test(path))
  return path.startsWith('infra/packages/storage/') ? [...redisUsers] : own
}

/** Parts of a key behind its first one, modules of Node, and scopes. */
const noKeys = new Set(['address:', 'node:', ...scopes.map((scope) => scope.replace(/:.*/, ':'))])

test('each key that the code of a process names is in its rights', () => {
  const named = sourceFiles()
    .filter(({ path, text }) => usersOf(path).length > 0 && /\bRedisClient\b/.test(text))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/[`']\{?([a-z][a-z-]*:)(?=[\w$*])/g)].map(([, prefix = '']) => ({ path, prefix })),
    )
    .filter(({ prefix }) => !noKeys.has(prefix))
  expect(named.length).toBeGreaterThan(8)
  const isGiven = ({ path, prefix }: { path: string; prefix: string }) =>
    usersOf(path).some((name) => {
      const { reads = [], writes = [], readsAndWrites = [] } = redisRights[name]
      return [...reads, ...writes, ...readsAndWrites].some((pattern) => pattern.replace('{', '').startsWith(prefix))
    })
  expect(
    named.filter((one) => !isGiven(one)),
    'add it to redisRights of infra/packages/storage/src/redis/rights.ts',
  ).toEqual([])
})
