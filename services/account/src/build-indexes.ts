import { buildIndexes } from '@utter/storage/build-indexes'
import { openTokens } from './store/tokens.ts'
import { openUsers } from './store/users.ts'

await buildIndexes('account', [openUsers, openTokens])
