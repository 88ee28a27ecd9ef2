import { openSpan } from '@utter/telemetry/trace'
import { voiceOf } from '../domain/find-voice.ts'
import type { SpeechProvider } from '../domain/voice.ts'

/** The voices with a span for each call, named as OpenTelemetry names those of generative AI; it contains no text. */
export const traced = (provider: SpeechProvider): SpeechProvider => ({
  ...provider,
  async *speak(request, options) {
    const voice = await voiceOf(provider, request, options.signal)
    const span = openSpan(`text_to_speech ${voice?.model ?? 'unknown'}`, {
      attributes: {
        'gen_ai.operation.name': 'text_to_speech',
        ...(voice && { 'gen_ai.provider.name': voice.provider, 'gen_ai.request.model': voice.model }),
        'utter.characters': request.text.length,
      },
    })
    try {
      yield* provider.speak(request, options)
    } catch (error) {
      span.fail(error)
      throw error
    } finally {
      span.end()
    }
  },
})
