import { VendorError } from '@utter/contracts/vendor-error'
import type { ChatProvider } from '../domain/chat-model.ts'

/** Where no model can be had: every question fails with the way to get one. */
export function openNoChat(): ChatProvider {
  return {
    name: 'none',
    model: 'none',
    reply: async () => {
      throw new VendorError(
        'permanent',
        'chat_not_configured',
        'No chat model here: set OPENAI_API_KEY or OPENAI_BASE_URL',
      )
    },
    close: async () => {},
  }
}
