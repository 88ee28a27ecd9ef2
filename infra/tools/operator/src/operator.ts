import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Scope } from '@utter/contracts/credential'
import { CreatedKey, type CreateKey } from '@utter/contracts/http/internal/account/create-key'
import {
  CreatedPasswordReset,
  type CreatePasswordReset,
} from '@utter/contracts/http/internal/account/create-password-reset'
import { FoundAccount } from '@utter/contracts/http/internal/account/find-account'
import { AccountList, type ListAccounts } from '@utter/contracts/http/internal/account/list-accounts'
import { KeyList, type KeyRow } from '@utter/contracts/http/internal/account/list-keys'
import { RevokedKey } from '@utter/contracts/http/internal/account/revoke-key'
import { SetRateLimit } from '@utter/contracts/http/internal/account/set-rate-limit'
import type { SuspendAccount } from '@utter/contracts/http/internal/account/suspend-account'
import { TurnedOffSecondFactor } from '@utter/contracts/http/internal/account/turn-off-second-factor'
import {
  Adjustments,
  type GiveCredit,
  GivenAdjustment,
  type RefundInvoice,
} from '@utter/contracts/http/internal/billing/adjustments'
import { LedgerRows } from '@utter/contracts/http/internal/billing/count-ledger-rows'
import { Disputes, ForgivenDisputes } from '@utter/contracts/http/internal/billing/disputes'
import { StripeExamination, type StripeFinding } from '@utter/contracts/http/internal/billing/examine-stripe'
import { Debts } from '@utter/contracts/http/internal/billing/list-debts'
import { Overcharges } from '@utter/contracts/http/internal/billing/overcharged'
import { Reconciliation } from '@utter/contracts/http/internal/billing/reconcile-billing'
import { ReconciliationOfAll } from '@utter/contracts/http/internal/billing/reconciliation'
import { PresentPlan, type SetPlan } from '@utter/contracts/http/internal/billing/set-plan'
import { type SetTrust, Trust } from '@utter/contracts/http/internal/billing/set-trust'
import { StripeSetUp } from '@utter/contracts/http/internal/billing/set-up-stripe'
import { BackdatedJobs, type BackdateJobs } from '@utter/contracts/http/internal/jobs/backdate-jobs'
import { StoredJob } from '@utter/contracts/http/internal/jobs/find-job'
import { Recounted } from '@utter/contracts/http/internal/jobs/recount'
import { CallsUsed, type SetCalls } from '@utter/contracts/http/internal/jobs/set-calls'
import { Concurrency, type SetConcurrency } from '@utter/contracts/http/internal/jobs/set-concurrency'
import { BouncedMail, type ReportBounce } from '@utter/contracts/http/internal/notifier/report-bounce'
import { SpeechVendor, SpeechVendorList, type SwitchVendor } from '@utter/contracts/http/internal/speech/vendors'
import {
  IncidentList,
  IncidentView,
  type OpenIncident,
  type UpdateIncident,
} from '@utter/contracts/http/status/incident'
import type { TierName } from '@utter/contracts/plans'
import { CallRefused, callHeaders, callService } from '@utter/http/call'
import { createIdentitySigner } from '@utter/http/identity'
import { privateKeyOf } from '@utter/http/identity-keys'
import * as z from 'zod/mini'
import { UsageError } from './usage-sentence.ts'

/** Addresses of a platform's services, and the identity key that the operator signs with. */
export type Target = { urls: Record<string, string | undefined>; identityKey: string }
export type AccountsAsked = Pick<ListAccounts, 'email' | 'before'> & { suspended?: boolean }
export type Operator = ReturnType<typeof createOperator>

/** Milliseconds for some questions to Stripe. */
const stripeLimitMs = 60_000
/** Time for all accounts, one after the other. */
const overchargesLimitMs = 600_000
const reconciliationPauseMs = 500

/** The operator's commands as functions, over the services' `/internal` routes. */
export function createOperator({ urls, identityKey }: Target) {
  const signer = createIdentitySigner(privateKeyOf(identityKey), 'operator')
  const call = <Schema extends z.ZodMiniType>(
    service: string,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    answer: Schema,
    body?: unknown,
    limitMs = 5_000,
  ) => {
    const baseUrl = urls[service]
    if (!baseUrl) throw new UsageError(`There is no ${service}: it does not run, or its address is not set.`)
    return callService(
      { baseUrl, audience: service, method, path, limitMs, ...(body !== undefined && { body }) },
      signer,
      answer,
    )
  }
  const account = (email: string) =>
    call('account', 'GET', `/internal/accounts?${new URLSearchParams({ email })}`, FoundAccount)
  return {
    account,
    async accounts({ suspended, email, before }: AccountsAsked = {}): Promise<FoundAccount[]> {
      const query = new URLSearchParams({
        ...(email && { email }),
        ...(before && { before }),
        ...(suspended && { suspended: 'true' }),
      })
      return (await call('account', 'GET', `/internal/accounts/list?${query}`, AccountList)).accounts
    },
    /** @param reason which its owner reads */
    suspend(email: string, reason: string): Promise<FoundAccount> {
      const body: SuspendAccount = { email, reason }
      return call('account', 'PUT', '/internal/suspensions', FoundAccount, body)
    },
    resume: (email: string) =>
      call('account', 'DELETE', `/internal/suspensions?${new URLSearchParams({ email })}`, FoundAccount),
    /** @returns whether an app was on */
    secondFactorOff: async (email: string): Promise<boolean> =>
      (
        await call(
          'account',
          'DELETE',
          `/internal/second-factors?${new URLSearchParams({ email })}`,
          TurnedOffSecondFactor,
        )
      ).wasOn,
    async setPlan(email: string, tier: TierName): Promise<void> {
      const { userId, signedUpAt } = await account(email)
      const body: SetPlan = { tier, signedUpAt }
      await call('billing', 'PUT', `/internal/accounts/${userId}/plan`, PresentPlan, body)
    },
    /** @returns the limit on overage that it may set from now on, in dollars; null: not known yet, or none is sold */
    async setTrust(email: string, dollars: number): Promise<number | null> {
      const { userId } = await account(email)
      const body: SetTrust = { dollars }
      return (await call('billing', 'PUT', `/internal/accounts/${userId}/trust`, Trust, body)).maxSpendingLimit
    },
    setRate(email: string, rate: number): Promise<SetRateLimit> {
      const body: SetRateLimit = { email, rate }
      return call('account', 'PUT', '/internal/rates', SetRateLimit, body)
    },
    async setConcurrency(email: string, concurrency: number): Promise<void> {
      const { userId, signedUpAt } = await account(email)
      const body: SetConcurrency = { concurrency, signedUpAt }
      await call('jobs', 'PUT', `/internal/accounts/${userId}/concurrency`, Concurrency, body)
    },
    async setCalls(email: string, used: number): Promise<void> {
      const { userId, signedUpAt } = await account(email)
      const body: SetCalls = { used, signedUpAt }
      await call('jobs', 'PUT', `/internal/accounts/${userId}/calls`, CallsUsed, body)
    },
    /** @returns the link, which works once within an hour */
    async resetPassword(email: string): Promise<string> {
      const body: CreatePasswordReset = { email }
      return (await call('account', 'POST', '/internal/password-resets', CreatedPasswordReset, body)).url
    },
    openIncident(incident: OpenIncident): Promise<IncidentView> {
      return call('account', 'POST', '/internal/incidents', IncidentView, incident)
    },
    updateIncident(id: string, update: UpdateIncident): Promise<IncidentView> {
      return call('account', 'POST', `/internal/incidents/${encodeURIComponent(id)}/updates`, IncidentView, update)
    },
    incidents: (): Promise<IncidentView[]> => call('account', 'GET', '/internal/incidents', IncidentList),
    /** A mail to the account's address came back for good. */
    async mailBounced(email: string): Promise<void> {
      const { userId } = await account(email)
      const body: ReportBounce = { userId, email }
      await call('notifier', 'POST', '/internal/bounces', BouncedMail, body)
    },
    /** @param days until the key expires; without, it never does */
    async createKey(email: string, name: string, scopes: Scope[], days?: number): Promise<string> {
      const body: CreateKey = { email, name, scopes, days }
      return (await call('account', 'POST', '/internal/keys', CreatedKey, body)).key
    },
    async keys(email: string): Promise<KeyRow[]> {
      const path = `/internal/keys?${new URLSearchParams({ email })}`
      return (await call('account', 'GET', path, KeyList)).keys
    },
    async revokeKey(email: string, id: string): Promise<void> {
      const path = `/internal/keys/${encodeURIComponent(id)}?${new URLSearchParams({ email })}`
      await call('account', 'DELETE', path, RevokedKey)
    },
    job: (id: string) => call('jobs', 'GET', `/internal/jobs/${encodeURIComponent(id)}`, StoredJob),
    /** Moves ended jobs into the past; refused in production. @returns how many */
    async backdate(userId: string, jobs: BackdateJobs['jobs']): Promise<number> {
      const body: BackdateJobs = { userId, jobs }
      return (await call('jobs', 'POST', '/internal/jobs/backdate', BackdatedJobs, body)).moved
    },
    async ledgerRows(email: string): Promise<number> {
      const { userId } = await account(email)
      return (await call('billing', 'GET', `/internal/accounts/${userId}/ledger`, LedgerRows)).rows
    },
    /** @returns what was made or moved at Stripe, a sentence each; with the signing secret of a new endpoint */
    setUpStripe: (): Promise<StripeSetUp> =>
      call('billing', 'POST', '/internal/stripe/setup', StripeSetUp, undefined, stripeLimitMs),
    /** @returns each thing that selling needs of the Stripe account */
    async examineStripe(): Promise<StripeFinding[]> {
      const path = '/internal/stripe/doctor'
      return (await call('billing', 'GET', path, StripeExamination, undefined, stripeLimitMs)).findings
    },
    async reconcileBilling(email: string): Promise<Reconciliation> {
      const query = new URLSearchParams({ userId: (await account(email)).userId })
      return call('billing', 'GET', `/internal/billing/reconcile?${query}`, Reconciliation, undefined, stripeLimitMs)
    },
    /**
     * Waits for a comparison of all accounts, as long as it takes: one that goes on, or a new one.
     * @param onProgress gets the accounts that it has behind it
     */
    async reconcileAll(onProgress: (compared: number) => void = () => {}): Promise<ReconciliationOfAll> {
      const ask = (method: 'GET' | 'POST') =>
        call('billing', method, '/internal/billing/reconciliation', ReconciliationOfAll)
      const before = await ask('POST')
      for (;;) {
        await pause(reconciliationPauseMs)
        const present = await ask('GET')
        if (present.endedAt !== undefined && present.endedAt !== before.endedAt) return present
        onProgress(present.compared ?? 0)
      }
    },
    async debts(): Promise<Debts['debts']> {
      return (await call('billing', 'GET', '/internal/billing/debts', Debts)).debts
    },
    /** @param isCredited gives the accounts back what they were charged */
    overcharges(isCredited: boolean): Promise<Overcharges> {
      const path = '/internal/billing/overcharged'
      return isCredited
        ? call('billing', 'POST', `${path}/credit`, Overcharges, undefined, overchargesLimitMs)
        : call('billing', 'GET', path, Overcharges, undefined, overchargesLimitMs)
    },
    async refund(email: string, body: RefundInvoice): Promise<GivenAdjustment> {
      const { userId } = await account(email)
      const path = `/internal/accounts/${userId}/refunds`
      return call('billing', 'POST', path, GivenAdjustment, body, stripeLimitMs)
    },
    async credit(email: string, body: GiveCredit): Promise<GivenAdjustment> {
      const { userId } = await account(email)
      const path = `/internal/accounts/${userId}/credits`
      return call('billing', 'POST', path, GivenAdjustment, body, stripeLimitMs)
    },
    /** @param email of one account; without, all */
    async adjustments(email?: string): Promise<Adjustments['adjustments']> {
      const query = email === undefined ? '' : `?userId=${(await account(email)).userId}`
      return (await call('billing', 'GET', `/internal/billing/adjustments${query}`, Adjustments)).adjustments
    },
    async disputes(): Promise<Disputes['disputes']> {
      return (await call('billing', 'GET', '/internal/billing/disputes', Disputes, undefined, stripeLimitMs)).disputes
    },
    /** Lets an account buy again. @returns the lost disputes that it had */
    async forgive(email: string): Promise<number> {
      const { userId } = await account(email)
      const path = `/internal/accounts/${userId}/forgive-disputes`
      return (await call('billing', 'POST', path, ForgivenDisputes)).forgiven
    },
    /** The lines of all invoices of some months, as CSV while it is read. */
    async exportBooks(from: string, to: string): Promise<ReadableStream<Uint8Array>> {
      const baseUrl = urls.billing
      if (!baseUrl) throw new UsageError('There is no billing: it does not run, or its address is not set.')
      const path = `/internal/billing/export?${new URLSearchParams({ from, to })}`
      const answer = await fetch(new URL(path, baseUrl), { headers: callHeaders('billing', signer) })
      if (!answer.ok || !answer.body) throw new CallRefused(answer.status, await answer.text())
      return answer.body
    },
    async vendors(): Promise<SpeechVendor[]> {
      return (await call('speech', 'GET', '/internal/vendors', SpeechVendorList)).vendors
    },
    async switchVendor(name: string, isOff: boolean): Promise<void> {
      const body: SwitchVendor = { isOff }
      await call('speech', 'PUT', `/internal/vendors/${encodeURIComponent(name)}`, SpeechVendor, body)
    },
    async recount(email: string): Promise<void> {
      const { userId } = await account(email)
      await call('jobs', 'POST', `/internal/accounts/${userId}/recount`, Recounted)
    },
  }
}

const RunFile = z.object({
  publicUrl: z.optional(z.string()),
  backing: z.record(z.string(), z.string()),
  /** Absent where the audio is in a bucket. */
  audioDir: z.optional(z.string()),
  secretsFile: z.string(),
  processes: z.record(
    z.string(),
    z.object({ pid: z.int(), url: z.optional(z.string()), privateUrl: z.optional(z.string()) }),
  ),
})
export type RunFile = z.infer<typeof RunFile>

/** The platform that runs on a data folder of this machine. @throws when none does */
export async function readTarget(runFile: string): Promise<Target & { run: RunFile }> {
  const run = RunFile.parse(JSON.parse(await readFile(runFile, 'utf8')))
  const secrets = JSON.parse(await readFile(run.secretsFile, 'utf8')) as { identityKeys: { operator: string } }
  const urls = Object.fromEntries(
    Object.entries(run.processes).flatMap(([name, { url }]) => (url ? [[name, url]] : [])),
  )
  return { run, urls, identityKey: process.env.IDENTITY_KEY ?? secrets.identityKeys.operator }
}
