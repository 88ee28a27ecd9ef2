import type { Plan } from '@utter/contracts/plans'
import type { IdentityGuard } from '@utter/http/identity'
import type { Relay } from '@utter/messaging/publish/outbox'
import type { Clock } from '@utter/runtime/clock'
import type { SettingLines } from '@utter/storage/redis/setting-lines'
import type { Log } from '@utter/telemetry/log'
import type { JobsClient } from './clients/jobs.ts'
import type { ReferralClient } from './clients/referral.ts'
import type { Limits } from './domain/attempt-limits.ts'
import type { User } from './domain/user.ts'
import type { ApiKeys } from './lifecycle/api-keys.ts'
import type { Audit } from './lifecycle/audit.ts'
import type { Credentials } from './lifecycle/credentials.ts'
import type { FreeMonths } from './lifecycle/free-month.ts'
import type { Passkeys } from './lifecycle/passkeys.ts'
import type { RequestLog } from './lifecycle/request-log.ts'
import type { SecondFactor } from './lifecycle/second-factor.ts'
import type { SignUpProof } from './lifecycle/sign-up-proof.ts'
import type { AttemptCounts } from './store/attempts.ts'
import type { Incidents } from './store/incidents.ts'
import type { Sightings } from './store/sightings.ts'
import type { UserStore } from './store/users.ts'

export type ConsumeDeps = {
  users: UserStore
  credentials: Credentials
  relay: Pick<Relay<User>, 'soon'>
  clock: Clock
}
export type Deps = ConsumeDeps & {
  audit: Audit
  apiKeys: ApiKeys
  freeMonths: FreeMonths
  requestLog: RequestLog
  incidents: Incidents
  attempts: AttemptCounts
  jobs: JobsClient
  referral: ReferralClient
  sightings: Sightings
  signUpProof: SignUpProof
  secondFactor: SecondFactor
  passkeys: Passkeys
  /** Lines of the settings, in Redis; throws while it is unavailable. */
  settingLines: () => Promise<SettingLines>
  guard: IdentityGuard
  plans: Plan[]
  limits: Limits
  publicUrl: string
  /** Whether the platform sends mails. */
  isMailing: boolean
  log: Log
}
