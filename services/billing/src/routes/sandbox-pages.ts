import { identityOf } from '@utter/http/identity'
import { notFound } from '@utter/http/problem'
import type { Route, RouteHandler } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { idOf, unlessMissing } from '../stripe/client.ts'
import { fetchPage } from '../stripe/sandbox-page.ts'

const Params = z.object({ kind: z.enum(['checkout', 'portal', 'invoice']), id: z.string() })

/** `/sandbox/checkout/{id}…`, `/sandbox/portal/{id}…` and `/sandbox/invoice/{id}…`: the sandbox's own pages, for the account that they were made for. */
export const sandboxPages: Route<Deps> = (app, deps) => {
  const { subscriptions, guard, payments } = deps
  const isOwn = async (userId: string, { kind, id }: z.infer<typeof Params>): Promise<boolean> => {
    const subscription = await subscriptions.read(userId)
    if (!payments || !subscription?.stripeCustomerId) return false
    if (kind === 'portal') return subscription.portalId === id
    const { checkout, invoices } = payments.stripe
    const found = await (kind === 'invoice' ? invoices : checkout.sessions).retrieve(id).catch(unlessMissing)
    return found !== undefined && idOf(found.customer) === subscription.stripeCustomerId
  }
  const page: RouteHandler = async (request, reply) => {
    const params = Params.safeParse(request.params)
    if (!payments?.sandboxUrl || !params.success) throw notFound()
    if (!(await isOwn(identityOf(request).userId, params.data))) throw notFound()
    const { method, url: path, headers, body } = request
    const form = { contentType: headers['content-type'], body: Buffer.isBuffer(body) ? body : undefined }
    const answer = await fetchPage(payments.sandboxUrl, { method, url: path, ...form })
    return reply.code(answer.status).headers(answer.headers).send(answer.body)
  }
  return app.register(async (own) => {
    own.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    for (const path of ['/sandbox/:kind/:id', '/sandbox/:kind/:id/*']) {
      own.get(path, { access: guard.required() }, page)
      own.post(path, { access: guard.required() }, page)
    }
  })
}
