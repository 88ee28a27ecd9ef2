import type { ClaimsOfAccounts } from '@utter/storage/claims-of-accounts'
import type { Reply } from '../domain/reply.ts'
import type { ConversationStore } from '../store/conversations.ts'

export type EraseDeps = { replies: ClaimsOfAccounts<Reply>; conversations: Pick<ConversationStore, 'removeOf'> }

/** Removes everything that chat has of an account. Work in flight loses its claim, and with it its result. */
export async function eraseAccount({ replies, conversations }: EraseDeps, userId: string): Promise<void> {
  await Promise.all([replies.removeOf(userId), conversations.removeOf(userId)])
}
