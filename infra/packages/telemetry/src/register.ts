// Loaded before everything else: `node --import`. With an OTLP address spans are made and exported; without one the trace's
// context is carried through HTTP and messages all the same, so that the ids in logs and events hang together.
import { context, propagation } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'

if (process.env.OTEL_EXPORTER_OTLP_ENDPOINT) {
  // The SDK takes half a second and 50 MB to load, so it is loaded only where traces are exported.
  const { NodeSDK } = await import('@opentelemetry/sdk-node')
  new NodeSDK().start()
} else {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
}
