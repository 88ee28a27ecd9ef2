import { inSpan } from '@utter/telemetry/trace'
import Stripe from 'stripe'

/** Stripe's own client of HTTP, with a span for each try of a call. */
export function tracedHttp(): Stripe.HttpClient {
  const client = Stripe.createNodeHttpClient()
  const makeRequest = client.makeRequest.bind(client)
  client.makeRequest = (host, port, path, method, ...rest) =>
    inSpan(
      `${method} ${resourceOf(path)}`,
      { kind: 'client', attributes: { 'http.request.method': method, 'server.address': host } },
      async (span) => {
        const response = await makeRequest(host, port, path, method, ...rest)
        const status = response.getStatusCode()
        span.set({ 'http.response.status_code': status })
        if (status >= 400) span.fail({ code: String(status) })
        return response
      },
    )
  return client
}

/** The path up to the name of the resource: ids and queries follow it. */
const resourceOf = (path: string): string => path.split(/[/?]/, 3).join('/')
