import { inSpan, type SpanOptions } from '@utter/telemetry/trace'
import type { ChatProvider } from '../domain/chat-model.ts'

/**
 * The vendor with a span for each call, by OpenTelemetry's conventions for generative AI; it contains no text.
 * @param address of a vendor outside of this process
 */
export const traced = (provider: ChatProvider, address?: URL): ChatProvider => ({
  ...provider,
  reply: (request, options) =>
    inSpan(`chat ${provider.model}`, optionsOf(provider, address), async (span) => {
      const reply = await provider.reply(request, options)
      span.set({ 'gen_ai.usage.output_tokens': reply.tokens })
      return reply
    }),
})

const optionsOf = ({ name, model }: ChatProvider, address: URL | undefined): SpanOptions => ({
  ...(address && { kind: 'client' }),
  attributes: {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': name,
    'gen_ai.request.model': model,
    ...(address && { 'server.address': address.hostname }),
  },
})
