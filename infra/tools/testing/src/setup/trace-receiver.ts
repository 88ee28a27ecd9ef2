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

/** A receiver of OTLP over HTTP, to which the platform under test sends the traces of each of its processes. */
export async function openTraceReceiver() {
  const spans: ReceivedSpan[] = []
  const server = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as Export
    for (const { resource, scopeSpans } of resourceSpans) {
      const process = attributeOf(resource, 'service.name') ?? ''
      for (const span of scopeSpans.flatMap((scope) => scope.spans)) spans.push({ ...span, process })
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(ownPlatform().tracesPort, '127.0.0.1')
  await once(server, 'listening')
  return {
    spans,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export const attributeOf = ({ attributes }: { attributes: Attribute[] }, name: string): string | undefined =>
  attributes.find(({ key }) => key === name)?.value.stringValue
