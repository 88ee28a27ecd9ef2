import { createIdentitySigner } from '@utter/http/identity'
import { type App, createServer } from '@utter/http/server'
import type { Log } from '@utter/telemetry/log'
import helmet from 'helmet'
import { createAdmission } from './admission.ts'
import type { Config } from './config.ts'
import { forwardAll } from './forward.ts'
import type { Limits } from './limits.ts'
import { createSessionCookie } from './session-cookie.ts'
import { readWeb } from './web.ts'

/** The one door from outside: who asks, how often, to whom it goes; and the web app. */
export async function buildApp(config: Config, limits: Limits, log: Log): Promise<App> {
  const web = await readWeb(config.WEB_DIR)
  const app = createServer({
    log,
    behindGateway: false,
    trustProxy: config.TRUSTED_PROXIES ?? false,
    notFound: web.notFound,
    // Both are said by destination instead.
    mostAtOnce: Number.POSITIVE_INFINITY,
    answerWithinMs: Number.POSITIVE_INFINITY,
  })
  const isHttps = config.PUBLIC_URL.startsWith('https:')
  // Made once: @fastify/helmet makes it anew for each request.
  const protect = helmet({
    // The page brings a policy of its own; an API answer shows nothing and is framed by nobody.
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    frameguard: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  })
  app.addHook('onRequest', (request, reply, done) => protect(request.raw, reply.raw, () => done()))
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  const signer = createIdentitySigner(config.IDENTITY_KEY)
  const cookie = createSessionCookie(config.PUBLIC_URL)
  const admission = createAdmission({
    limits,
    cookie,
    signer,
    accountUrl: config.ACCOUNT_URL,
    publicUrl: config.PUBLIC_URL,
    readsPerMinute: config.READS_PER_MINUTE,
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
  forwardAll(app, { urls, admission, signer, cookie })
  await web.serve(app)
  return app
}
