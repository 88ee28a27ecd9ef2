import { createIdentitySigner } from '@utter/http/identity'
import { createLimitBySender } from '@utter/http/limits/limit-in-flight'
import type { App } from '@utter/http/route'
import { createServer } from '@utter/http/server'
import type { Log } from '@utter/telemetry/log'
import { createParts } from './api-docs/description/parts.ts'
import { describeApi } from './api-docs/description/serve.ts'
import { createAuthenticator } from './auth/authenticate.ts'
import type { Config } from './config.ts'
import { createDeviceCookie } from './cookies/device.ts'
import { createSessionCookie } from './cookies/session.ts'
import { destinations } from './entrance/destinations.ts'
import { refuseOtherHosts } from './entrance/known-host.ts'
import { refuseOddPaths } from './entrance/odd-paths.ts'
import { protectionHeaders } from './entrance/protection-headers.ts'
import { limitConnections } from './limits/connections.ts'
import { createPageLimit } from './limits/page-limit.ts'
import type { RedisLimits } from './limits/redis-limits.ts'
import { clientErrors } from './pages/client-errors.ts'
import { openNotice } from './pages/notice.ts'
import { securityContact } from './pages/security-contact.ts'
import { readWeb } from './pages/web.ts'
import { forwardAll } from './proxy/forward.ts'
import { noteRequests } from './request-log/note-requests.ts'
import type { RequestLog } from './request-log/open-request-log.ts'
import { serveStatus } from './status/serve-status.ts'
import { createStatusReader } from './status/status-reader.ts'

/** Milliseconds. */
export type Times = {
  /** For a whole body, from when its sender is authenticated. */
  bodyMs: number
  /** For which a client may read nothing of its response. */
  stallMs: number
  /** Between two checks of the credentials of open streams. */
  checkEveryMs: number
}
export const defaultTimes: Times = { bodyMs: 10_000, stallMs: 30_000, checkEveryMs: 1_000 }

/** The one entrance from outside: authentication, rate limits, forwarding, and the web app. */
export async function buildApp(
  config: Config,
  { limits, requestLog }: { limits: RedisLimits; requestLog: RequestLog },
  log: Log,
  { bodyMs, stallMs, checkEveryMs }: Times = defaultTimes,
): Promise<App> {
  const cookie = createSessionCookie(config.PUBLIC_URL)
  const notice = await openNotice(config.NOTICE_FILE, log)
  const web = await readWeb(config.WEB_DIR, cookie, notice, createPageLimit())
  const app = createServer({
    log,
    behindGateway: false,
    trustProxy: config.TRUSTED_PROXIES ?? false,
    notFound: web.notFound,
    streamedPaths: destinations.flatMap(({ prefix, isStreamed }) => (isStreamed ? [prefix] : [])),
    // Set per destination in forward.ts.
    maxInFlight: Number.POSITIVE_INFINITY,
    responseTimeoutMs: Number.POSITIVE_INFINITY,
  })
  app.addHook('onClose', () => notice[Symbol.asyncDispose]())
  limitConnections(app, {
    max: config.MAX_CONNECTIONS,
    maxPerAddress: config.CONNECTIONS_PER_ADDRESS,
    trustedProxies: config.TRUSTED_PROXIES ?? [],
    stallMs,
  })
  const protection = protectionHeaders(config.PUBLIC_URL.startsWith('https:'))
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(protection).header('x-request-id', request.id)
    done()
  })
  noteRequests(app, requestLog)
  app.addHook('onRequest', refuseOtherHosts(config.PUBLIC_URL, config.ALLOWED_HOSTS))
  app.addHook('onRequest', refuseOddPaths)
  const signer = createIdentitySigner(config.IDENTITY_KEY, 'gateway')
  const authenticator = createAuthenticator({
    limits,
    cookie,
    signer,
    accountUrl: config.ACCOUNT_URL,
    publicUrl: config.PUBLIC_URL,
    readsPerMinute: config.READS_PER_MINUTE,
    checkEveryMs,
    log,
  })
  const urls = {
    account: config.ACCOUNT_URL,
    jobs: config.JOBS_URL,
    chat: config.CHAT_URL,
    speech: config.SPEECH_URL,
    notifier: config.NOTIFIER_URL,
    billing: config.BILLING_URL,
    referral: config.REFERRAL_URL,
  }
  const inFlight = {
    address: createLimitBySender('address', config.REQUESTS_PER_ADDRESS),
    account: createLimitBySender('account', config.REQUESTS_PER_ACCOUNT),
  }
  const cookies = { session: cookie, device: createDeviceCookie(config.PUBLIC_URL) }
  forwardAll(app, { urls, authenticator, limits, signer, publicUrl: config.PUBLIC_URL, cookies, inFlight, bodyMs })
  clientErrors(app, { limits, publicUrl: config.PUBLIC_URL, log })
  serveStatus(app, createStatusReader({ urls, signer, log }))
  const parts = createParts(urls, signer, log)
  describeApi(app, { parts, publicUrl: config.PUBLIC_URL, cookieName: cookie.name })
  const { SECURITY_CONTACT: contact, PUBLIC_URL: publicUrl } = config
  securityContact(app, { publicUrl, ...(contact !== undefined && { contact }) })
  await web.serve(app)
  return app
}
