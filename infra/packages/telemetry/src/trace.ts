import { randomUUID } from 'node:crypto'
import {
  type Attributes,
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

const tracer = trace.getTracer('utter')

export type SpanOptions = {
  kind?: 'server' | 'client' | 'producer' | 'consumer'
  /** W3C trace context of the caller; without it, or with a malformed one, a new trace begins. */
  traceparent?: string | undefined
  attributes?: Attributes
}
const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
}

export type OpenSpan = {
  /** Runs `work` where the span is the present one. */
  run<T>(work: () => T): T
  fail(error: unknown): void
  end(): void
}

/** A span whose end comes from elsewhere. */
export function openSpan(name: string, options: SpanOptions): OpenSpan {
  const parent = options.traceparent
    ? propagation.extract(ROOT_CONTEXT, { traceparent: options.traceparent })
    : context.active()
  const span = tracer.startSpan(
    name,
    {
      kind: options.kind ? kinds[options.kind] : SpanKind.INTERNAL,
      ...(options.attributes && { attributes: options.attributes }),
    },
    parent,
  )
  const traced = isSpanContextValid(span.spanContext())
    ? trace.setSpan(parent, span)
    : trace.setSpanContext(parent, newTrace())
  return {
    run: (work) => context.with(traced, work),
    fail(error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      span.recordException(error as Error)
    },
    end: () => span.end(),
  }
}

/** Runs `work` inside a span; its errors are recorded and rethrown. */
export async function inSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const span = openSpan(name, options)
  try {
    return await span.run(work)
  } catch (error) {
    span.fail(error)
    throw error
  } finally {
    span.end()
  }
}

/** Begins a trace where no SDK makes one: ids of the same form, never exported. UUIDs, since their random bytes are drawn in advance. */
function newTrace(): SpanContext {
  const traceId = randomUUID().replaceAll('-', '')
  return { traceId, spanId: traceId.slice(16), traceFlags: 0 }
}

/** The W3C `traceparent` of the present span, for requests and messages; undefined outside of any trace. */
export function currentTraceparent(): string | undefined {
  const carrier: { traceparent?: string } = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent
}

/**
 * A W3C `traceparent` of the trace with this id: the present span's, where that belongs to it; else one of a span that is nowhere else, for work that
 * continues a trace on behalf of another, such as what a sweep or another job's end publishes.
 */
export function traceparentOf(traceId: string): string {
  const present = currentTraceparent()
  return present?.split('-')[1] === traceId ? present : `00-${traceId}-${traceId.slice(16)}-01`
}

export const currentTraceId = (): string | undefined => trace.getSpanContext(context.active())?.traceId

/** Exports the spans that have not been yet; nothing to do without the SDK. */
export async function flushTraces(): Promise<void> {
  const provider = trace.getTracerProvider() as { getDelegate?(): { forceFlush?(): Promise<void> } }
  await provider.getDelegate?.().forceFlush?.()
}
