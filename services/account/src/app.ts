import { maxBodyBytes } from '@utter/http/limits/max-body-bytes'
import { openApiRoute } from '@utter/http/openapi/openapi-route'
import { type App, addRoutes } from '@utter/http/route'
import { createServer } from '@utter/http/server'
import type { ConsumersOf } from '@utter/messaging/consumers-of'
import type { Log } from '@utter/telemetry/log'
import { billingState } from './consumes/billing-state.ts'
import { referralState } from './consumes/referral-state.ts'
import { webhookState } from './consumes/webhook-state.ts'
import type { ConsumeDeps, Deps } from './deps.ts'
import { changeApiKey } from './routes/api-keys/change-api-key.ts'
import { createApiKey } from './routes/api-keys/create-api-key.ts'
import { listApiKeys } from './routes/api-keys/list-api-keys.ts'
import { rerollApiKey } from './routes/api-keys/reroll-api-key.ts'
import { revokeApiKey } from './routes/api-keys/revoke-api-key.ts'
import { changeEmail } from './routes/change-email.ts'
import { changePassword } from './routes/change-password.ts'
import { deleteAccount } from './routes/delete-account.ts'
import { endOtherSessions } from './routes/end-other-sessions.ts'
import { endSession } from './routes/end-session.ts'
import { forgotPassword } from './routes/forgot-password.ts'
import { getSettings } from './routes/get-settings.ts'
import { askMailRecipient } from './routes/internal/ask-mail-recipient.ts'
import { createKey } from './routes/internal/create-key.ts'
import { createPasswordReset } from './routes/internal/create-password-reset.ts'
import { exportAccount } from './routes/internal/export-account.ts'
import { findAccount } from './routes/internal/find-account.ts'
import { listAccounts } from './routes/internal/list-accounts.ts'
import { listIncidents } from './routes/internal/list-incidents.ts'
import { listKeys } from './routes/internal/list-keys.ts'
import { noteRequests } from './routes/internal/note-requests.ts'
import { openIncident } from './routes/internal/open-incident.ts'
import { resolveCredential } from './routes/internal/resolve-credential.ts'
import { revokeKey } from './routes/internal/revoke-key.ts'
import { setRateLimit } from './routes/internal/set-rate-limit.ts'
import { suspendAccount } from './routes/internal/suspend-account.ts'
import { turnOffSecondFactor } from './routes/internal/turn-off-second-factor.ts'
import { updateIncident } from './routes/internal/update-incident.ts'
import { listAudit } from './routes/list-audit.ts'
import { listRequests } from './routes/list-requests.ts'
import { listSessions } from './routes/list-sessions.ts'
import { logIn } from './routes/log-in.ts'
import { logOut } from './routes/log-out.ts'
import { me } from './routes/me.ts'
import { addPasskey } from './routes/passkeys/add-passkey.ts'
import { beginPasskey } from './routes/passkeys/begin-passkey.ts'
import { beginPasskeyCheck } from './routes/passkeys/begin-passkey-check.ts'
import { beginPasskeyLogin } from './routes/passkeys/begin-passkey-login.ts'
import { logInWithPasskey } from './routes/passkeys/log-in-with-passkey.ts'
import { removePasskey } from './routes/passkeys/remove-passkey.ts'
import { renamePasskey } from './routes/passkeys/rename-passkey.ts'
import { verifyPasskey } from './routes/passkeys/verify-passkey.ts'
import { resetPassword } from './routes/reset-password.ts'
import { confirmTotp } from './routes/second-factor/confirm-totp.ts'
import { getSecondFactor } from './routes/second-factor/get-second-factor.ts'
import { logInWithCode } from './routes/second-factor/log-in-with-code.ts'
import { renewRecoveryCodes } from './routes/second-factor/renew-recovery-codes.ts'
import { startTotp } from './routes/second-factor/start-totp.ts'
import { turnOffTotp } from './routes/second-factor/turn-off-totp.ts'
import { sendVerification } from './routes/send-verification.ts'
import { setLanguage } from './routes/set-language.ts'
import { signUp } from './routes/sign-up.ts'
import { verifyEmail } from './routes/verify-email.ts'
import { verifyPassword } from './routes/verify-password.ts'

const keyRoutes = [createApiKey, listApiKeys, changeApiKey, rerollApiKey, revokeApiKey]
const secondFactorRoutes = [logInWithCode, getSecondFactor, startTotp, confirmTotp, turnOffTotp, renewRecoveryCodes]
const passkeyRoutes = [
  beginPasskeyLogin,
  logInWithPasskey,
  beginPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  beginPasskeyCheck,
  verifyPasskey,
]
const sessionRoutes = [listSessions, endSession, endOtherSessions]
const routes = [
  signUp,
  logIn,
  logOut,
  me,
  changeEmail,
  changePassword,
  verifyPassword,
  forgotPassword,
  resetPassword,
  sendVerification,
  verifyEmail,
  setLanguage,
  deleteAccount,
  listAudit,
  listRequests,
  ...sessionRoutes,
  ...secondFactorRoutes,
  ...passkeyRoutes,
  getSettings,
]
const incidentRoutes = [openIncident, updateIncident, listIncidents]
const internalRoutes = [
  openApiRoute,
  resolveCredential,
  noteRequests,
  findAccount,
  listAccounts,
  suspendAccount,
  turnOffSecondFactor,
  setRateLimit,
  createKey,
  listKeys,
  revokeKey,
  createPasswordReset,
  askMailRecipient,
  exportAccount,
  ...incidentRoutes,
]

export function buildApp(deps: Deps, log: Log): App {
  const app = createServer({ log, bodyLimit: maxBodyBytes.auth })
  addRoutes(app, [...routes, ...keyRoutes, ...internalRoutes], deps)
  return app
}

export const consumers = (deps: ConsumeDeps): ConsumersOf<'account'> => ({
  'billing-state': billingState(deps),
  'referral-state': referralState(deps),
  'webhook-state': webhookState(deps),
})
