import { picturedAccess } from './states/access.ts'
import { picturedAccount, picturedAccountWithoutData, picturedKeys } from './states/account.ts'
import { picturedBatches } from './states/batches.ts'
import { picturedChatbot, picturedChatbotOfVisitor } from './states/chatbot.ts'
import { picturedDashboard, picturedDashboardOfVisitor, picturedFirstJob } from './states/dashboard.ts'
import { picturedJobDetails, picturedJobDialogs, picturedJobPanel } from './states/job-panel.ts'
import {
  picturedChosenJobs,
  picturedJobFilters,
  picturedJobs,
  picturedJobsOfVisitor,
  picturedTaggedJobs,
} from './states/jobs.ts'
import { picturedOverlays } from './states/overlays.ts'
import { picturedPages, picturedPublicPages } from './states/pages.ts'
import {
  picturedPlayground,
  picturedPlaygroundOfVisitor,
  picturedPlaygroundOwnVoices,
  picturedPlaygroundSettings,
  picturedPlaygroundVoices,
} from './states/playground.ts'
import { picturedPricing } from './states/pricing.ts'
import { picturedSecurity } from './states/security.ts'
import type { State } from './states/state.ts'
import { picturedRequests, picturedUsage } from './states/usage.ts'
import { picturedOwnVoices, picturedPronunciations, picturedVoices } from './states/voices.ts'
import { picturedWebhook } from './states/webhook.ts'
import { picturedWork, picturedWorks } from './states/works.ts'

/** All states, by part of the app; taken in this order. */
export const states: State[] = [
  ...picturedDashboard,
  ...picturedJobs,
  ...picturedJobPanel,
  ...picturedPlayground,
  ...picturedChatbot,
  ...picturedAccess,
  ...picturedPricing,
  ...picturedAccount,
  ...picturedPages,
  // The pictures have nothing of these.
  ...picturedPublicPages,
  picturedDashboardOfVisitor,
  ...picturedJobDetails,
  ...picturedJobFilters,
  ...picturedTaggedJobs,
  ...picturedChosenJobs,
  ...picturedJobDialogs,
  ...picturedRequests,
  ...picturedUsage,
  ...picturedSecurity,
  ...picturedAccountWithoutData,
  ...picturedKeys,
  ...picturedOwnVoices,
  ...picturedPronunciations,
  picturedPlaygroundOwnVoices,
  ...picturedWebhook,
  picturedJobsOfVisitor,
  picturedPlaygroundOfVisitor,
  ...picturedPlaygroundSettings,
  ...picturedPlaygroundVoices,
  picturedChatbotOfVisitor,
  picturedFirstJob,
  ...picturedOverlays,
  ...picturedBatches,
  ...picturedVoices,
  ...picturedWorks,
  ...picturedWork,
]
