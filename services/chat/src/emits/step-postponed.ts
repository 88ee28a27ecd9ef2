import { stepPostponedAt } from '@utter/messaging/step-facts'

export const stepPostponed = stepPostponedAt('chat')
