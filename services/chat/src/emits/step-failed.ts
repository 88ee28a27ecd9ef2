import { stepFailedAt } from '@utter/messaging/step-facts'

export const stepFailed = stepFailedAt('chat')
