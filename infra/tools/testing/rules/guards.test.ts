import { type Scope, scopes } from '@utter/contracts/credential'
import { type Service, services } from '@utter/contracts/flow'
import { identityHeader } from '@utter/http/identity'
import type { SignerName } from '@utter/http/identity-keys'
import { createCallers, newIdentity } from '@utter/testing/callers'
import { missingLogin, missingScope, notLoggedIn, problem, toldBy } from '@utter/testing/problems'
import { type FoundRoute, serviceApp } from '@utter/testing/routes/service-app'
import { beforeAll, describe, expect, test } from 'vitest'

type Admitted =
  | 'anybody'
  | 'session'
  | 'fresh session'
  | 'key'
  | Scope
  | 'jobs:write jobs:read'
  | `process ${SignerName}`
  | 'process gateway operator'

/** The routes by whom they admit: anybody through the gateway, a session alone (or a fresh one), a key alone, both with this scope (or two), or one process (or two). */
const routesFor: Record<Admitted, string[]> = {
  anybody: [
    'account POST /api/auth/signup',
    'account POST /api/auth/login',
    'account POST /api/auth/login/second-factor',
    'account POST /api/auth/login/passkey/options',
    'account POST /api/auth/login/passkey',
    'account POST /api/auth/logout',
    'account POST /api/auth/reset-password',
    'account POST /api/auth/forgot-password',
    'notifier GET /api/notifications/unsubscribe',
    'notifier POST /api/notifications/unsubscribe',
    'account POST /api/auth/verify-email',
    'speech GET /audio/:file',
    'speech GET /api/voices',
    'speech GET /api/voices/:id/sample.mp3',
    'speech GET /v1/voices',
    'speech GET /v1/voices/:voice_id',
    'speech GET /v2/voices',
    'jobs GET /v1/models',
    'jobs GET /feeds/:secret/feed.xml',
    'jobs GET /feeds/:secret/chapters/:file',
    'jobs GET /api/shared/:secret',
    'jobs GET /api/shared/:secret/audio.mp3',
    'jobs GET /v1/models/:model',
    'jobs GET /.well-known/utter-keys.json',
    'jobs POST /api/verify',
    'billing GET /api/plans',
    'billing POST /api/stripe/webhook',
  ],
  'fresh session': [
    'account POST /api/keys',
    'account POST /api/keys/:id/reroll',
    'account POST /api/auth/second-factor/totp',
    'account POST /api/auth/passkeys/options',
    'account DELETE /api/auth/passkeys/:id',
    'account DELETE /api/auth/second-factor/totp',
    'account POST /api/auth/second-factor/recovery-codes',
    'jobs POST /api/auth/export',
    'notifier PUT /api/settings/webhook',
    'notifier POST /api/settings/webhook/secret',
  ],
  session: [
    'account POST /api/auth/update-email',
    'account POST /api/auth/change-password',
    'account POST /api/auth/verify-password',
    'account POST /api/auth/send-verification',
    'account PUT /api/auth/language',
    'account POST /api/auth/delete-account',
    'account GET /api/auth/second-factor',
    'account POST /api/auth/passkeys',
    'account PUT /api/auth/passkeys/:id',
    'account POST /api/auth/verify-passkey/options',
    'account POST /api/auth/verify-passkey',
    'account POST /api/auth/second-factor/totp/confirm',
    'account GET /api/auth/audit',
    'account GET /api/auth/sessions',
    'account DELETE /api/auth/sessions/:id',
    'account DELETE /api/auth/sessions',
    'account GET /api/settings',
    'account GET /api/keys',
    'account PUT /api/keys/:id',
    'account DELETE /api/keys/:id',
    'jobs PUT /api/usage/spending-limit',
    'notifier GET /api/notifications',
    'notifier POST /api/notifications/seen',
    'notifier GET /api/settings/notifications',
    'notifier PUT /api/settings/notifications',
    'notifier GET /api/settings/webhook',
    'notifier POST /api/settings/webhook/test',
    'speech GET /api/voices/mine',
    'speech POST /api/voices/mine',
    'speech GET /api/voices/mine/:id',
    'speech DELETE /api/voices/mine/:id',
    'speech GET /api/voices/mine/:id/sample.mp3',
    'speech POST /api/voices/mine/sample',
    'speech POST /api/pronunciations/sample',
    'billing POST /api/stripe/create-checkout-session',
    'billing POST /api/stripe/preview-upgrade',
    'billing POST /api/stripe/upgrade-subscription',
    'billing POST /api/stripe/billing-portal',
    'billing GET /api/billing/invoices',
    'billing GET /api/billing/export',
    'billing GET /sandbox/:kind/:id',
    'billing POST /sandbox/:kind/:id',
    'billing GET /sandbox/:kind/:id/*',
    'billing POST /sandbox/:kind/:id/*',
  ],
  key: ['jobs POST /mcp'],
  'jobs:read': [
    'jobs GET /api/jobs',
    'jobs GET /api/jobs/recent',
    'jobs GET /api/jobs/:id',
    'jobs GET /api/jobs/:id/words',
    'jobs GET /api/jobs/:id/receipt',
    'jobs GET /api/batches',
    'jobs GET /api/batch/:id',
    'jobs GET /api/batch/:id/jobs',
    'jobs GET /api/batch/:id/results',
    'jobs GET /api/works',
    'jobs GET /api/works/:id',
    'jobs GET /api/works/:id/audio.m4b',
    'jobs GET /api/works/:id/epub',
    'jobs GET /api/works/:id/feed',
    'jobs GET /api/works/:id/receipt',
    'jobs GET /api/works/:id/chapters/:chapterId',
    'jobs GET /api/works/:id/chapters/:chapterId/audio.mp3',
    'jobs GET /api/works/:id/chapters/:chapterId/versions',
    'jobs GET /api/works/:id/chapters/:chapterId/words',
    'jobs GET /api/works/:id/chapters/:chapterId/captions.:format',
    'jobs GET /api/stats',
    'jobs GET /api/stats/expected',
    'notifier GET /api/events/:jobId',
    'notifier GET /api/events/works/:workId',
    'notifier GET /api/events',
    'notifier GET /api/webhooks/deliveries',
    'notifier GET /api/webhooks/deliveries/:id',
  ],
  'jobs:write': [
    'jobs POST /api/reply',
    'jobs POST /api/tts',
    'jobs POST /api/jobs/:id/cancel',
    'jobs POST /api/jobs/:id/retry',
    'jobs PUT /api/jobs/:id/tags',
    'jobs POST /api/batch',
    'jobs POST /api/batch/:id/cancel',
    'jobs POST /api/works',
    'jobs POST /api/works/file',
    'jobs POST /api/works/:id/pause',
    'jobs POST /api/works/:id/resume',
    'jobs POST /api/works/:id/cancel',
    'jobs PUT /api/works/:id/chapters/:chapterId/voice',
    'jobs POST /api/works/:id/chapters/:chapterId/paragraphs',
    'jobs POST /api/works/:id/chapters/:chapterId/paragraphs/:paragraphId/move',
    'jobs PUT /api/works/:id/chapters/:chapterId/paragraphs/:paragraphId',
    'jobs DELETE /api/works/:id/chapters/:chapterId/paragraphs/:paragraphId',
    'jobs POST /api/works/:id/chapters/:chapterId/versions/:versionId/restore',
    'jobs DELETE /api/jobs/:id/share',
    'jobs DELETE /api/works/:id/feed',
    'jobs POST /v1/audio/speech',
    'jobs POST /v1/text-to-speech/:voice_id',
    'jobs POST /v1/text-to-speech/:voice_id/with-timestamps',
    'jobs POST /v1/text-to-speech/:voice_id/stream',
    'jobs POST /v1/text-to-speech/:voice_id/stream/with-timestamps',
    'jobs GET /api/pronunciations',
    'jobs PUT /api/pronunciations',
    'chat POST /api/chat',
  ],
  'jobs:write jobs:read': [
    'jobs POST /api/jobs/:id/share',
    'jobs PUT /api/works/:id/feed',
    'notifier POST /api/webhooks/deliveries/:id/resend',
    'notifier POST /api/webhooks/recover',
  ],
  'jobs:delete': ['jobs DELETE /api/jobs/:id', 'jobs DELETE /api/works/:id'],
  'usage:read': [
    'account GET /api/auth/me',
    'account GET /api/requests',
    'jobs GET /api/usage',
    'jobs GET /api/usage/report',
    'jobs GET /v1/user',
    'jobs GET /v1/user/subscription',
    'referral GET /api/referrals/stats',
  ],
  'process gateway': [
    'account POST /internal/credentials',
    'account POST /internal/requests',
    'jobs GET /internal/served',
    'notifier GET /internal/served',
    ...services.map((service) => `${service} GET /internal/openapi.json`),
  ],
  'process gateway operator': ['account GET /internal/incidents'],
  'process operator': [
    'account GET /internal/accounts',
    'account GET /internal/accounts/list',
    'account PUT /internal/suspensions',
    'account DELETE /internal/suspensions',
    'account DELETE /internal/second-factors',
    'account PUT /internal/rates',
    'account POST /internal/keys',
    'account GET /internal/keys',
    'account DELETE /internal/keys/:id',
    'account POST /internal/password-resets',
    'account POST /internal/incidents',
    'account POST /internal/incidents/:incidentId/updates',
    'notifier POST /internal/bounces',
    'jobs PUT /internal/accounts/:userId/calls',
    'jobs PUT /internal/accounts/:userId/concurrency',
    'jobs POST /internal/accounts/:userId/recount',
    'jobs GET /internal/jobs/:id',
    'jobs POST /internal/jobs/backdate',
    'billing PUT /internal/accounts/:userId/plan',
    'billing PUT /internal/accounts/:userId/trust',
    'billing GET /internal/accounts/:userId/ledger',
    'billing POST /internal/stripe/setup',
    'billing GET /internal/stripe/doctor',
    'billing GET /internal/billing/overcharged',
    'billing GET /internal/billing/reconcile',
    'billing GET /internal/billing/debts',
    'billing POST /internal/billing/reconciliation',
    'billing GET /internal/billing/reconciliation',
    'billing POST /internal/billing/overcharged/credit',
    'billing POST /internal/accounts/:userId/refunds',
    'billing POST /internal/accounts/:userId/credits',
    'billing POST /internal/accounts/:userId/forgive-disputes',
    'billing GET /internal/billing/adjustments',
    'billing GET /internal/billing/disputes',
    'billing GET /internal/billing/export',
    'speech GET /internal/vendors',
    'speech PUT /internal/vendors/:name',
  ],
  'process account': ['jobs GET /internal/accounts/:userId/usage', 'referral GET /internal/codes/:code'],
  'process billing': ['jobs GET /internal/accounts/:userId/segments'],
  'process notifier': [
    'account POST /internal/accounts/:userId/mail-recipient',
    'jobs GET /internal/accounts/:userId/jobs/:id',
    'jobs GET /internal/accounts/:userId/works/:id',
    'jobs POST /internal/job-details',
    'jobs GET /internal/accounts/:userId/changed',
    'jobs POST /internal/versions',
  ],
  'process jobs': [
    'speech GET /internal/voices',
    'speech GET /internal/accounts/:userId/voices',
    'speech POST /internal/accounts/:userId/kept',
    'speech GET /internal/audio/:jobId',
    'speech GET /internal/audio/:jobId/:format',
    'speech GET /internal/live/:jobId',
    'speech GET /internal/words/:jobId',
    'account GET /internal/accounts/:userId/export',
  ],
}
const rows = Object.entries(routesFor).flatMap(([admitted, names]) =>
  names.map((name) => [...name.split(' '), admitted] as [Service, 'GET', string, Admitted]),
)

describe.each(services)('%s', (service) => {
  const callers = createCallers(service)
  const opened = serviceApp(service, callers.publicKeys)
  // With all that a service imports.
  beforeAll(() => opened.then(() => {}), 60_000)
  const ask = async (method: 'GET', path: string, token: string | undefined) => {
    const url = path.replace('/*', '/x').replace(/:\w+/g, 'x')
    const headers = token === undefined ? {} : { [identityHeader]: token }
    const answer = await (await opened).app.inject({ method, url, headers })
    return { status: answer.statusCode, body: toldBy(JSON.parse(answer.body)) }
  }
  /** Callers who are nobody to a route, and keys that lack the scope. */
  function refusedBy(admitted: Admitted) {
    const { refused, key } = callers
    if (admitted === 'anybody') return { unknown: refused.public, keys: [] }
    if (admitted.startsWith('process '))
      return { unknown: refused.internal(...(admitted.split(' ').slice(1) as SignerName[])), keys: [] }
    if (admitted === 'key')
      return { unknown: [...refused.account, ['a session', callers.account(newIdentity())] as const], keys: [] }
    const needed = admitted.split(' ') as Scope[]
    const keys = needed.map((one) => ({ lacks: one, token: key(scopes.filter((scope) => scope !== one)) }))
    const { verifiedAt: _fresh, ...stale } = newIdentity()
    const overAt = new Date(Date.now() - 15 * 60_000 - 1_000).toISOString()
    const sessions = [stale, { ...stale, verifiedAt: overAt }]
    if (admitted === 'fresh session')
      return { unknown: refused.account, keys, stale: sessions.map((one) => callers.account(one)) }
    return { unknown: refused.account, keys }
  }

  test('has no other route', async () => {
    const { app, routes } = await opened
    await app.ready()
    const named = ({ method, url }: FoundRoute) => [method].flat().map((one) => `${service} ${one} ${url}`)
    const found = routes.flatMap(named).filter((name) => !name.includes(' HEAD '))
    expect(found.sort()).toEqual(
      rows.flatMap(([of, method, path]) => (of === service ? [`${of} ${method} ${path}`] : [])).sort(),
    )
  })

  test.each(rows.filter(([of]) => of === service))('%s %s %s is for %s', async (_, method, path, admitted) => {
    const { unknown, keys, stale = [] } = refusedBy(admitted)
    for (const [caller, token] of unknown) expect(await ask(method, path, token), caller).toMatchObject(notLoggedIn)
    for (const { lacks, token } of keys) {
      const lacking = admitted.endsWith('session') ? missingLogin : missingScope(lacks)
      expect(await ask(method, path, token)).toMatchObject(lacking)
    }
    for (const token of stale)
      expect(await ask(method, path, token)).toMatchObject(
        problem(403, 'Give your password again to go on', 'password_required'),
      )
  })
})
