import { VoiceList } from '@utter/contracts/http/voices'
import { resourceOrNull } from '../../lib/server/resource.ts'

export const voicesQuery = resourceOrNull(['/api', 'voices'], VoiceList)
