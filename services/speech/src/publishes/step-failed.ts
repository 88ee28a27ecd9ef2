import { stepFailedAt } from '@utter/worker/step-reports'

export const stepFailed = stepFailedAt('speech')
