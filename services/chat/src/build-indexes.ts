import { buildIndexes } from '@utter/storage/build-indexes'
import { openClaims } from '@utter/storage/claims'
import { openDeletedAccounts } from '@utter/storage/deleted-accounts'
import { openConversations } from './store/conversations.ts'

await buildIndexes('chat', [openClaims, openConversations, openDeletedAccounts])
