import { randomUUID } from 'node:crypto'
import { createIdentityGuard, identityHeader } from '@utter/http/identity'
import { createLog } from '@utter/telemetry/log'
import { createCallers } from '@utter/testing/callers'
import { openDatabase } from '@utter/testing/setup/databases'
import { inject } from 'vitest'
import '@utter/testing/setup/provided'
import { buildApp } from '../../src/app.ts'
import { openMembers } from '../../src/store/members.ts'
import { openFirstJobs, openPayers } from '../../src/store/noted-accounts.ts'

export type Referral = Awaited<ReturnType<typeof openReferral>>
export const now = new Date('2026-03-20T12:00:00Z')

export const callers = createCallers('referral')

/** The real referral service on real stores. */
export async function openReferral(mongoUrl = inject('backing').MONGO_URL) {
  const log = createLog('referral', 'silent')
  const closing = new AsyncDisposableStack()
  const mongo = await openDatabase('referral', mongoUrl)
  closing.defer(() => mongo.close())
  const members = await openMembers(mongo.connection)
  const [firstJobs, payers] = [await openFirstJobs(mongo.connection), await openPayers(mongo.connection)]
  const app = buildApp(
    {
      members,
      firstJobs,
      payers,
      relay: { soon: () => {} },
      clock: { now: () => now },
      guard: createIdentityGuard(callers.publicKeys, 'referral'),
      publicUrl: 'https://utter.example',
    },
    log,
  )
  closing.defer(() => app.close())
  return {
    members,
    /** A member with so many friends who count. */
    async member(friends = 0) {
      const member = await members.begin({ id: randomUUID(), mailbox: `${randomUUID()}@x.example` }, now)
      if (!member) throw new Error('the account is a member already')
      for (let i = 0; i < friends; i++) await members.bring(member._id, randomUUID(), true, now)
      return member
    },
    async get(url: string, token: string | undefined) {
      const headers = token === undefined ? {} : { [identityHeader]: token }
      const answer = await app.inject({ method: 'GET', url, headers })
      return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}
