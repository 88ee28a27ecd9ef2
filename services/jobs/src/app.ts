import { maxBodyBytes } from '@utter/http/limits/max-body-bytes'
import { openApiRoute } from '@utter/http/openapi/openapi-route'
import { type App, addRoutes } from '@utter/http/route'
import { servedRoute } from '@utter/http/served/served-route'
import { createServer } from '@utter/http/server'
import type { ConsumersOf } from '@utter/messaging/consumers-of'
import type { Log } from '@utter/telemetry/log'
import { accountState } from './consumes/account-state.ts'
import { audioStored } from './consumes/audio-stored.ts'
import { billingState } from './consumes/billing-state.ts'
import { chatStarted } from './consumes/chat-started.ts'
import { referralState } from './consumes/referral-state.ts'
import { replyWritten } from './consumes/reply-written.ts'
import { speechProgressed } from './consumes/speech-progressed.ts'
import { speechStarted } from './consumes/speech-started.ts'
import { stepFailed } from './consumes/step-failed.ts'
import { stepPostponed } from './consumes/step-postponed.ts'
import { webhookAttempted } from './consumes/webhook-attempted.ts'
import type { ConsumeDeps, Deps } from './deps.ts'
import { batchResults } from './routes/batches/batch-results.ts'
import { cancelBatch } from './routes/batches/cancel-batch.ts'
import { getBatch } from './routes/batches/get-batch.ts'
import { getBatchJobs } from './routes/batches/get-batch-jobs.ts'
import { listBatches } from './routes/batches/list-batches.ts'
import { submitBatchRoute } from './routes/batches/submit-batch.ts'
import { cancelJob } from './routes/cancel-job.ts'
import { deleteJobRoute } from './routes/delete-job.ts'
import { convertText } from './routes/elevenlabs/convert-text.ts'
import { convertTextWithTimes } from './routes/elevenlabs/convert-text-with-times.ts'
import { getElevenLabsSubscription } from './routes/elevenlabs/get-subscription.ts'
import { getElevenLabsUser } from './routes/elevenlabs/get-user.ts'
import { streamText } from './routes/elevenlabs/stream-text.ts'
import { streamTextWithTimes } from './routes/elevenlabs/stream-text-with-times.ts'
import { exportAccountRoute } from './routes/export-account.ts'
import { getExpected } from './routes/get-expected.ts'
import { getJob } from './routes/get-job.ts'
import { getStats } from './routes/get-stats.ts'
import { getUsage } from './routes/get-usage.ts'
import { getUsageReport } from './routes/get-usage-report.ts'
import { getWords } from './routes/get-words.ts'
import { backdateJobs } from './routes/internal/backdate-jobs.ts'
import { compareVersions } from './routes/internal/compare-versions.ts'
import { findJob } from './routes/internal/find-job.ts'
import { getChangedJobs } from './routes/internal/get-changed-jobs.ts'
import { getJobForNotifier } from './routes/internal/get-job.ts'
import { getJobDetails } from './routes/internal/get-job-details.ts'
import { getUsageForAccount } from './routes/internal/get-usage.ts'
import { getWorkForNotifier } from './routes/internal/get-work.ts'
import { listSegments } from './routes/internal/list-segments.ts'
import { recountAllowance } from './routes/internal/recount.ts'
import { setCalls } from './routes/internal/set-calls.ts'
import { setConcurrency } from './routes/internal/set-concurrency.ts'
import { listJobs } from './routes/list-jobs.ts'
import { mcp } from './routes/mcp.ts'
import { createSpeech } from './routes/openai/create-speech.ts'
import { getModel } from './routes/openai/get-model.ts'
import { listModels } from './routes/openai/list-models.ts'
import { getPronunciations } from './routes/pronunciations/get-pronunciations.ts'
import { setPronunciations } from './routes/pronunciations/set-pronunciations.ts'
import { getJobReceipt } from './routes/provenance/get-job-receipt.ts'
import { getSigningKeys } from './routes/provenance/get-signing-keys.ts'
import { getWorkReceipt } from './routes/provenance/get-work-receipt.ts'
import { verify } from './routes/provenance/verify.ts'
import { recentJobs } from './routes/recent-jobs.ts'
import { retryJob } from './routes/retry-job.ts'
import { setSpendingLimit } from './routes/set-spending-limit.ts'
import { setTags } from './routes/set-tags.ts'
import { getShared } from './routes/shared/get-shared.ts'
import { shareJobRoute } from './routes/shared/share-job.ts'
import { sharedAudio } from './routes/shared/shared-audio.ts'
import { unshareJobRoute } from './routes/shared/unshare-job.ts'
import { submitReply } from './routes/submit-reply.ts'
import { submitTts } from './routes/submit-tts.ts'
import { addParagraph } from './routes/works/add-paragraph.ts'
import { cancelWorkRoute } from './routes/works/cancel-work.ts'
import { chapterAudio } from './routes/works/chapter-audio.ts'
import { chapterCaptions } from './routes/works/chapter-captions.ts'
import { deleteWorkRoute } from './routes/works/delete-work.ts'
import { feedAudio } from './routes/works/feed/feed-audio.ts'
import { feedXml } from './routes/works/feed/feed-xml.ts'
import { getFeed } from './routes/works/feed/get-feed.ts'
import { makeFeed } from './routes/works/feed/make-feed.ts'
import { revokeFeedRoute } from './routes/works/feed/revoke-feed.ts'
import { getAudiobook } from './routes/works/get-audiobook.ts'
import { getChapter } from './routes/works/get-chapter.ts'
import { getChapterWords } from './routes/works/get-chapter-words.ts'
import { getEpub } from './routes/works/get-epub.ts'
import { getWork } from './routes/works/get-work.ts'
import { listWorks } from './routes/works/list-works.ts'
import { moveParagraphRoute } from './routes/works/move-paragraph.ts'
import { pauseWorkRoute } from './routes/works/pause-work.ts'
import { removeParagraphRoute } from './routes/works/remove-paragraph.ts'
import { resumeWorkRoute } from './routes/works/resume-work.ts'
import { setChapterVoice } from './routes/works/set-chapter-voice.ts'
import { setParagraph } from './routes/works/set-paragraph.ts'
import { submitWorkRoute } from './routes/works/submit-work.ts'
import { submitWorkFile } from './routes/works/submit-work-file.ts'
import { listVersions } from './routes/works/versions/list-versions.ts'
import { restoreVersion } from './routes/works/versions/restore-version.ts'

const jobRoutes = [
  submitReply,
  submitTts,
  listJobs,
  recentJobs,
  getJob,
  getWords,
  cancelJob,
  retryJob,
  setTags,
  deleteJobRoute,
]
const sharingRoutes = [shareJobRoute, unshareJobRoute, getShared, sharedAudio]
const batchRoutes = [submitBatchRoute, listBatches, getBatch, getBatchJobs, cancelBatch, batchResults]
const stateRoutesOfWorks = [pauseWorkRoute, resumeWorkRoute, cancelWorkRoute]
const versionRoutes = [listVersions, restoreVersion]
const paragraphRoutes = [setParagraph, addParagraph, removeParagraphRoute, moveParagraphRoute, ...versionRoutes]
const chapterRoutes = [getChapter, chapterAudio, getChapterWords, chapterCaptions, setChapterVoice, ...paragraphRoutes]
const feedRoutes = [makeFeed, getFeed, revokeFeedRoute, feedXml, feedAudio]
const workRoutes = [
  submitWorkRoute,
  submitWorkFile,
  listWorks,
  getWork,
  getAudiobook,
  getEpub,
  deleteWorkRoute,
  ...stateRoutesOfWorks,
  ...chapterRoutes,
  ...feedRoutes,
]
const openAiRoutes = [createSpeech, listModels, getModel]
const spokenForElevenLabs = [convertText, convertTextWithTimes, streamText, streamTextWithTimes]
const elevenLabsRoutes = [...spokenForElevenLabs, getElevenLabsUser, getElevenLabsSubscription]
const clientRoutes = [...openAiRoutes, ...elevenLabsRoutes, mcp]
const provenanceRoutes = [getJobReceipt, getWorkReceipt, getSigningKeys, verify]
const pronunciationRoutes = [getPronunciations, setPronunciations]
const accountRoutes = [getStats, getExpected, getUsage, getUsageReport, setSpendingLimit, exportAccountRoute]
const routes = [
  ...jobRoutes,
  ...sharingRoutes,
  ...batchRoutes,
  ...workRoutes,
  ...clientRoutes,
  ...pronunciationRoutes,
  ...provenanceRoutes,
  ...accountRoutes,
]
const internalRoutes = [
  openApiRoute,
  servedRoute,
  getUsageForAccount,
  listSegments,
  getJobForNotifier,
  getJobDetails,
  getChangedJobs,
  getWorkForNotifier,
  compareVersions,
  setCalls,
  setConcurrency,
  recountAllowance,
  findJob,
  backdateJobs,
]

export function buildApp(deps: Deps, log: Log): App {
  const app = createServer({
    log,
    bodyLimit: maxBodyBytes.job,
    streamedPaths: ['/api/verify', '/api/works', '/api/works/file'],
  })
  addRoutes(app, [...routes, ...internalRoutes], deps)
  return app
}

export const consumers = (deps: ConsumeDeps): ConsumersOf<'jobs'> => ({
  'chat-started': chatStarted(deps),
  'reply-written': replyWritten(deps),
  'speech-started': speechStarted(deps),
  'speech-progressed': speechProgressed(deps),
  'audio-stored': audioStored(deps),
  'step-postponed': stepPostponed(deps),
  'step-failed': stepFailed(deps),
  'webhook-attempted': webhookAttempted(deps),
  'billing-state': billingState(deps),
  'referral-state': referralState(deps),
  'account-state': accountState(deps),
})
