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
  set(attributes: Attributes): void
  /** By the error's kind alone: its message may have what a customer wrote. The log has the error, under the trace's id. */
  fail(error: unknown): void
  end(): void
}
/** A trace, and the span in it under which a later part belongs. */
export type TracePlace = { traceId: string; spanId: string }

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
    set: (given) => void span.setAttributes(given),
    fail(error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      span.setAttribute('error.type', kindOf(error))
    },
    end: () => span.end(),
  }
}

const kindOf = (error: unknown): string => {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : String(name)
}

/** Runs `work` inside a span; its errors mark the span and are rethrown. */
export async function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: Pick<OpenSpan, 'set' | 'fail'>) => Promise<T>,
): Promise<T> {
  const span = openSpan(name, options)
  try {
    return await span.run(() => work(span))
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

/**
 * The W3C `traceparent` of the present span, for requests and messages; undefined outside of any trace. Written here, since the propagator
 * checks every character of ids that were checked when the span was made.
 */
export function currentTraceparent(): string | undefined {
  const present = trace.getSpanContext(context.active())
  return present && `00-${present.traceId}-${present.spanId}-0${present.traceFlags & 1}`
}

/**
 * A W3C `traceparent` of the trace with this id: the present span's, where that belongs to it; else that of `spanId`, for work that continues a
 * trace on behalf of another, such as what a sweep or another job's end publishes. Without a `spanId` it is one of a span that is nowhere else.
 */
export function traceparentOf(traceId: string, spanId = traceId.slice(16)): string {
  const present = currentTraceparent()
  return present?.split('-')[1] === traceId ? present : `00-${traceId}-${spanId}-01`
}

export const currentTraceId = (): string | undefined => trace.getSpanContext(context.active())?.traceId

/** The present span, to be kept with what outlives it. */
export function currentTrace(): TracePlace | undefined {
  const present = trace.getSpanContext(context.active())
  return present && { traceId: present.traceId, spanId: present.spanId }
}

/** An instant of the present span that has no duration of its own. */
export const noteInSpan = (name: string, attributes: Attributes): void =>
  void trace.getActiveSpan()?.addEvent(name, attributes)

/** Runs `work` in no trace, for work on behalf of many callers that one of them has started. */
export const outsideTrace = <T>(work: () => T): T => context.with(ROOT_CONTEXT, work)

/** Exports the spans that have not been yet; nothing to do without the SDK. */
export async function flushTraces(): Promise<void> {
  const provider = trace.getTracerProvider() as { getDelegate?(): { forceFlush?(): Promise<void> } }
  await provider.getDelegate?.().forceFlush?.()
}
