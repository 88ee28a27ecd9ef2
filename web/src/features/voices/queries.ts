import { OwnVoiceViews, VoiceList } from '@utter/contracts/http/voices'
import { resourceOrNull } from '../../lib/server/resource.ts'

export const voicesQuery = resourceOrNull(['/api', 'voices'], VoiceList)

/** The account's own voices, oldest first. */
export const ownVoicesQuery = resourceOrNull(['/api', 'voices', 'mine'], OwnVoiceViews)
