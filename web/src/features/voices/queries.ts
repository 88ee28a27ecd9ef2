import { VoiceList } from '@utter/contracts/http/voices'
import { resourceOrNull } from '../../lib/resource.ts'

export const voicesQuery = resourceOrNull(['/api', 'voices'], VoiceList)
