import { buildIndexes } from '@utter/storage/build-indexes'
import { openClaims } from '@utter/storage/claims'

await buildIndexes('speech', [openClaims])
