import { readFile } from 'node:fs/promises'
import type { Scope } from '@utter/contracts/credential'
import type { TierName } from '@utter/contracts/plans'
import { callService } from '@utter/http/call'
import { createIdentitySigner } from '@utter/http/identity'
import { privateKeyOf } from '@utter/http/identity-keys'
import * as z from 'zod/mini'

/** Where the services of a platform are, and the key by which they know the operator. */
export type Target = { urls: Record<string, string>; identityKey: string }
export type Operator = ReturnType<typeof createOperator>

const Account = z.object({
  userId: z.string(),
  username: z.string(),
  email: z.string(),
  tier: z.string(),
  signedUpAt: z.string(),
})

const KeyRow = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  createdAt: z.string(),
  usedAt: z.string(),
  expiresAt: z.nullable(z.string()),
})
export type KeyRow = z.infer<typeof KeyRow>

/** What the operator may do, by the services' `/internal` routes. */
export function createOperator({ urls, identityKey }: Target) {
  const signer = createIdentitySigner(privateKeyOf(identityKey), 'operator')
  const call = <Schema extends z.ZodMiniType>(
    service: string,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    answer: Schema,
    body?: unknown,
  ) => {
    const baseUrl = urls[service]
    if (!baseUrl) throw new Error(`${service} does not run`)
    return callService(
      { baseUrl, audience: service, method, path, limitMs: 5_000, ...(body !== undefined && { body }) },
      signer,
      answer,
    )
  }
  const account = (email: string) =>
    call('account', 'GET', `/internal/accounts?${new URLSearchParams({ email })}`, Account)
  return {
    account,
    async setPlan(email: string, tier: TierName): Promise<void> {
      const { userId, signedUpAt } = await account(email)
      await call('billing', 'PUT', `/internal/accounts/${userId}/plan`, z.unknown(), { tier, signedUpAt })
    },
    setRate: (email: string, rate: number) => call('account', 'PUT', '/internal/rates', z.unknown(), { email, rate }),
    async setCalls(email: string, used: number): Promise<void> {
      const { userId, signedUpAt } = await account(email)
      await call('jobs', 'PUT', `/internal/accounts/${userId}/calls`, z.unknown(), { used, signedUpAt })
    },
    /** @param days after which it stands for nothing; it has no end without */
    async createKey(email: string, name: string, scopes: Scope[], days?: number): Promise<string> {
      const made = await call('account', 'POST', '/internal/keys', z.object({ key: z.string() }), {
        email,
        name,
        scopes,
        days,
      })
      return made.key
    },
    async keys(email: string): Promise<KeyRow[]> {
      const path = `/internal/keys?${new URLSearchParams({ email })}`
      return (await call('account', 'GET', path, z.object({ keys: z.array(KeyRow) }))).keys
    },
    async revokeKey(email: string, id: string): Promise<void> {
      const path = `/internal/keys/${encodeURIComponent(id)}?${new URLSearchParams({ email })}`
      await call('account', 'DELETE', path, z.unknown())
    },
    job: (id: string) =>
      call('jobs', 'GET', `/internal/jobs/${encodeURIComponent(id)}`, z.record(z.string(), z.unknown())),
    async ledgerRows(email: string): Promise<number> {
      const { userId } = await account(email)
      return (await call('billing', 'GET', `/internal/accounts/${userId}/ledger`, z.object({ rows: z.int() }))).rows
    },
    async recount(email: string): Promise<void> {
      const { userId } = await account(email)
      await call('jobs', 'POST', `/internal/accounts/${userId}/recount`, z.unknown())
    },
  }
}

const RunFile = z.object({
  backing: z.record(z.string(), z.string()),
  secretsFile: z.string(),
  processes: z.record(
    z.string(),
    z.object({ pid: z.int(), url: z.optional(z.string()), privateUrl: z.optional(z.string()) }),
  ),
})
export type RunFile = z.infer<typeof RunFile>

/** The platform that runs on a data folder of this machine. Throws when none does. */
export async function readTarget(runFile: string): Promise<Target & { run: RunFile }> {
  const run = RunFile.parse(JSON.parse(await readFile(runFile, 'utf8')))
  const secrets = JSON.parse(await readFile(run.secretsFile, 'utf8')) as { identityKeys: { operator: string } }
  const urls = Object.fromEntries(
    Object.entries(run.processes).flatMap(([name, { url }]) => (url ? [[name, url]] : [])),
  )
  return { run, urls, identityKey: process.env.IDENTITY_KEY ?? secrets.identityKeys.operator }
}
