import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { WebhookEvent } from '@utter/contracts/http/webhooks'
import { Customer } from '../customers/customer.ts'
import { makeEnterprise } from '../customers/enterprise.ts'
import { RetryingCustomer } from '../customers/retrying-customer.ts'
import { eventually } from '../eventually.ts'
import { openHttpServer } from '../http-server.ts'
import { testOperator } from '../setup/operator.ts'

/** A receiver of webhooks on this machine, which counts how often it got each. */
export async function openWebhookReceiver() {
  const received = new Map<string, { jobId: string; bodies: string[] }>()
  const requests: { headers: IncomingHttpHeaders; body: string }[] = []
  const wellBehaved = (response: ServerResponse): unknown => response.end()
  let answer = wellBehaved
  const unanswered = new Set<ServerResponse>()
  const server = await openHttpServer(async (request, response) => {
    const id = String(request.headers['webhook-id'])
    const body = await text(request)
    requests.push({ headers: request.headers, body })
    const { data } = JSON.parse(body) as WebhookEvent
    const before = received.get(id) ?? { jobId: data.jobId, bodies: [] }
    received.set(id, { ...before, bodies: [...before.bodies, body] })
    unanswered.add(response)
    response.once('close', () => unanswered.delete(response))
    answer(response)
  })
  return {
    url: `${server.url}/hook`,
    /** By `webhook-id`. */
    received,
    /** Each as it came, the tests of an address among them. */
    requests,
    answers: (next: typeof answer): void => {
      answer = next
    },
    /** Answers from now on, and what it has left unanswered too. */
    recovers(): void {
      answer = wellBehaved
      for (const response of unanswered) wellBehaved(response)
    },
    [Symbol.asyncDispose]: server.close,
  }
}
export type WebhookReceiver = Awaited<ReturnType<typeof openWebhookReceiver>>

/** An account whose webhook leads to this receiver. */
export async function withWebhook(url: string, receiver: WebhookReceiver): Promise<RetryingCustomer> {
  const customer = await Customer.signUp(url)
  await makeEnterprise(customer)
  await (await testOperator()).setRate(customer.email, 100_000)
  await eventually('the webhook is set', async () => {
    const { status } = await customer.request('PUT', '/api/settings/webhook', { body: { webhookUrl: receiver.url } })
    return status === 200
  })
  return new RetryingCustomer(customer)
}
