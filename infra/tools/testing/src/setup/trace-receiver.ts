import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { ownPlatform } from './provided.ts'

type Value = { stringValue?: string; intValue?: number; arrayValue?: { values: Value[] } }
type Attribute = { key: string; value: Value }
/** As OTLP has it in JSON. */
type OtlpSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: Attribute[]
  events?: { name: string; attributes: Attribute[] }[]
  status?: { message?: string }
}
type Export = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[]
}
/** A span, and the process that it is of. */
export type ReceivedSpan = OtlpSpan & { process: string }

/**
 * A receiver of OTLP over HTTP, to which a platform under test sends the traces of each of its processes. It answers from the platform's start
 * to its end: an exporter that found nobody would wait for seconds between its tries, and drop spans for want of room. It keeps spans
 * between a PUT, which begins with none, and a DELETE; a GET returns them.
 */
export async function startTraceReceiver(port: number): Promise<AsyncDisposable> {
  let spans: ReceivedSpan[] | undefined
  const acts: Record<string, () => unknown> = {
    PUT: () => (spans = []),
    DELETE: () => (spans = undefined),
    GET: () => spans,
  }
  const server = createServer(async (request, response) => {
    const answer = acts[request.method ?? '']?.() ?? {}
    if (request.method === 'POST') {
      const { resourceSpans = [] } = (await json(request)) as Partial<Export>
      for (const { resource, scopeSpans } of resourceSpans) {
        const process = attributeOf(resource, 'service.name') ?? ''
        for (const span of scopeSpans.flatMap((scope) => scope.spans)) spans?.push({ ...span, process })
      }
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Keeps the spans of the platform under test from now on, until it is disposed. */
export async function keepTraces() {
  const url = `http://127.0.0.1:${ownPlatform().tracesPort}/`
  await fetch(url, { method: 'PUT' })
  return {
    spans: async () => (await (await fetch(url)).json()) as ReceivedSpan[],
    [Symbol.asyncDispose]: async () => void (await fetch(url, { method: 'DELETE' })),
  }
}

export const attributeOf = ({ attributes }: { attributes: Attribute[] }, name: string): string | undefined =>
  attributes.find(({ key }) => key === name)?.value.stringValue
