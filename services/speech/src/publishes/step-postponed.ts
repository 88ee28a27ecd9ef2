import { stepPostponedAt } from '@utter/worker/step-reports'

export const stepPostponed = stepPostponedAt('speech')
