import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { credentialKey, revokedMark } from '@utter/contracts/credential'
import { runCommand } from '@utter/operator/run-command'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openFolder } from '@utter/testing/open-folder'
import { expect, test, vi } from 'vitest'
import { hashOf } from '../../src/domain/tokens.ts'
import { callers } from '../support/callers.ts'
import { openAccount } from '../support/open-account.ts'

const account = await closedAfterAll(openAccount())
const url = await account.app.listen({ port: 0 })
const { path: dataDir } = await closedAfterAll(openFolder())
const secretsFile = join(dataDir, 'secrets.json')
await writeFile(secretsFile, JSON.stringify({ identityKeys: callers.identity.privateKeys }))
const run = { backing: {}, secretsFile, processes: { account: { pid: process.pid, url } } }
await writeFile(join(dataDir, 'run.json'), JSON.stringify(run))

/** The output and exit code of `npm run operator -- …`. */
async function operator(...words: string[]): Promise<{ output: string; code: number }> {
  const { IDENTITY_KEY: _key, ...env } = process.env
  const printed: string[] = []
  using _ = vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(`${line}\n`))
  const print = (text: string) => void printed.push(text)
  const code = await runCommand(words, dataDir, env, { writeOut: print, writeErr: print })
  return { output: printed.join(''), code }
}

test('an operator lists the keys of an account, never the keys themselves, and revokes one: it is worth nothing at once', async () => {
  const { email } = await account.member()
  const { output: first } = await operator('key', 'create', email, 'my laptop')
  const { output: second } = await operator('key', 'create', email)
  const [key, kept] = [first.trim(), second.trim()]
  expect(await account.credentials.resolve(hashOf(key))).not.toBeNull()

  const { output: list } = await operator('key', 'list', email)
  expect(list).toContain('my laptop')
  expect(list).not.toContain(key)
  const { id } = (await account.internal('GET', `/internal/keys?email=${email}`)).body.keys.find(
    ({ name }: { name: string }) => name === 'my laptop',
  )
  expect(list).toContain(id)

  expect(await operator('key', 'revoke', email, id)).toMatchObject({ code: 0 })
  expect(await account.redis.get(credentialKey(hashOf(key)))).toBe(revokedMark)
  expect(await account.credentials.resolve(hashOf(key))).toBeNull()
  expect(await account.credentials.resolve(hashOf(kept))).not.toBeNull()
  const again = await operator('key', 'revoke', email, id)
  expect(again.output).toContain(`The account has no key ${id}`)
  expect((await operator('key', 'list', email)).output).not.toContain('my laptop')
})

test('an account without keys is shown as such, though it has a session', async () => {
  const { email } = await account.member()
  expect((await operator('key', 'list', email)).output).toContain('has no keys')
})

test('--days ends a key after so many days', async () => {
  const { email } = await account.member()
  const { output } = await operator('key', 'create', email, 'for a week', '--days', '7')
  const { expiresAt } = (await account.credentials.resolve(hashOf(output.trim()))) ?? {}
  const days = (Date.parse(expiresAt ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(6.9)
  expect(days).toBeLessThanOrEqual(7)
})

test('of an account that is not there the email is named', async () => {
  expect(await operator('key', 'list', 'nobody@example.com')).toMatchObject({
    code: 1,
    output: expect.stringContaining('No account has the email nobody@example.com'),
  })
})
