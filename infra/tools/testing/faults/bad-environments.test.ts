import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { allParts, commandOf, variablesOf } from '@utter/local/processes/processes'
import { repoDir } from '@utter/local/settings'
import { endGroup, spawnGroup } from '@utter/local/supervision/process-group'
import { pidOf } from '@utter/testing/setup/processes'
import { expect, test } from 'vitest'

/** The output of a process until it ends, or logs a warning or an error. */
async function complaintOf(
  name: string,
  changed: (env: Record<string, string>) => Record<string, string>,
): Promise<string> {
  const environment = await readFile(`/proc/${await pidOf(name)}/environ`, 'utf8')
  const env = Object.fromEntries(
    environment
      .split('\0')
      .flatMap((line) =>
        line.includes('=') ? [[line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]] : [],
      ),
  )
  let said = ''
  const complained = Promise.withResolvers<void>()
  const child = spawnGroup(commandOf(allParts[name]?.folder ?? ''), {
    cwd: repoDir,
    env: { ...changed(env), PORT: '0', PRIVATE_PORT: '0' },
    onLine: (line) => {
      said += `${line}\n`
      if (/"level":"(warn|error|fatal)"/.test(line)) complained.resolve()
    },
    kind: 'tool',
  })
  await Promise.race([once(child, 'close'), complained.promise])
  await endGroup(child, 0)
  return said
}
const isOfSecret = (variable: string) => /_(KEY|SECRET|TOKEN|PASSWORD)$/.test(variable)

test.each(Object.keys(allParts))('%s cannot start, and names no secret as it says why', async (name) => {
  const value = `a b${randomUUID()}`
  const malformed = await complaintOf(name, (env) =>
    Object.fromEntries(
      Object.entries(env).map(([key, given]) => [key, isOfSecret(key) || key.endsWith('_URL') ? value : given]),
    ),
  )
  expect(malformed).toMatch(/"level":"fatal".*The environment does not fit/)
  expect(malformed).not.toContain(value)

  // Right in form: the stores are nowhere, and their addresses hold passwords.
  const elsewhere = {
    MONGO_URL: `mongodb://user:${value.slice(3)}@127.0.0.1:1`,
    REDIS_URL: `redis://:${value.slice(3)}@127.0.0.1:1`,
  }
  const stores = Object.fromEntries(Object.entries(elsewhere).filter(([key]) => variablesOf(name).includes(key)))
  if (Object.keys(stores).length === 0) return
  const unreachable = await complaintOf(name, (env) => ({ ...env, ...stores }))
  expect(unreachable).toMatch(/"level":"(warn|error|fatal)"/)
  expect(unreachable).not.toContain(value.slice(3))
})
